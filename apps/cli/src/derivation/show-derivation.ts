import type { Derivation, Run } from '@svc/contracts';
import { type AuthorNames, authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, shortTime, verdictCell } from '../command/printing';
import { printable } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { gateLists } from './attestation-text';
import { claimText } from './claim-text';
import { estimateText } from './estimate-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const [derivation, runs] = await Promise.all([
    client.getDerivation({ params }),
    client.listRuns({ params, query: { limit: 1 } }),
  ]);
  if (args.flag('source')) return show(context, derivation.source, () => derivation.source);
  const newest = runs.items[0] ?? null;
  const nameOf = await authorNames(client, newest === null ? [] : [newest.actor], context);
  show(context, { ...derivation, newest }, () => people(derivation, newest, context.terminal, nameOf));
};

function people(derivation: Derivation, newest: Run | null, terminal: Terminal, nameOf: AuthorNames): string {
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
    ['withdrawn', newest?.verdict === 'sound' && !certification.certified ? certification.reason : null],
    ['certificate', certification.certificate_digest],
    ['rows', newest?.rows ?? null],
    ['ran', newest === null ? null : `${shortTime(newest.finished_at)} by ${nameOf(newest.actor)}`],
  ]);
  return [
    fields,
    ...(newest?.attestation == null ? [] : gateLists(newest.attestation, terminal)),
    ...complaints(newest),
  ].join('\n');
}

/** What a run that failed left behind. */
function complaints(newest: Run | null): string[] {
  if (newest === null || newest.outcome === 'succeeded') return [];
  return [newest.error?.detail, newest.traceback, newest.stderr]
    .filter((it) => it != null && it !== '')
    .map((it) => `${printable(it ?? '')}\n`);
}
