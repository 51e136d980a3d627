import type { Derivation, Run } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, shortTime, verdictCell } from '../command/printing';
import { printable } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { gateLists } from './attestation-text';
import { estimateText } from './estimate-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const [derivation, runs] = await Promise.all([
    client.getDerivation({ params }),
    client.listRuns({ params, query: { limit: 1 } }),
  ]);
  if (args.flag('source')) return show(context, derivation.source, () => derivation.source);
  show(context, { ...derivation, newest: runs.items[0] ?? null }, () =>
    people(derivation, runs.items[0] ?? null, context.terminal),
  );
};

function people(derivation: Derivation, newest: Run | null, terminal: Terminal): string {
  const { certification, claim } = derivation;
  const colors = terminal.outColors;
  const fields = fieldList(terminal, [
    ['name', derivation.name],
    ['description', derivation.description],
    ['question', claim?.question ?? null],
    ['claim', claim === null ? null : claimText(claim)],
    [
      'inputs',
      Object.values(derivation.inputs)
        .map((it) => `${it.ref} (${it.kind})`)
        .join(', '),
    ],
    ['verdict', verdictCell(newest?.verdict ?? null, colors)],
    ['estimate', estimateText(newest?.attestation?.estimate ?? null)],
    [
      'certified',
      { text: certification.certified ? 'yes' : 'no', paint: certification.certified ? colors.green : colors.red },
    ],
    ['reason', newest?.reason ?? certification.reason],
    ['certificate', certification.certificate_digest],
    ['rows', newest?.rows ?? null],
    ['ran', newest === null ? null : `${shortTime(newest.finished_at)} by ${newest.actor}`],
  ]);
  return [
    fields,
    ...(newest?.attestation == null ? [] : gateLists(newest.attestation, terminal)),
    ...complaints(newest),
  ].join('\n');
}

/** `comparison of group=half, value=delay`; a claim without roles is its kind. */
function claimText({ kind, roles }: NonNullable<Derivation['claim']>): string {
  const said = Object.entries(roles).map(([role, column]) => `${role}=${[column].flat().join('+')}`);
  return said.length === 0 ? kind : `${kind} of ${said.join(', ')}`;
}

/** What a run that failed left behind. */
function complaints(newest: Run | null): string[] {
  if (newest === null || newest.outcome === 'succeeded') return [];
  return [newest.error?.detail, newest.traceback, newest.stderr]
    .filter((it) => it != null && it !== '')
    .map((it) => `${printable(it ?? '')}\n`);
}
