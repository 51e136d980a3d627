import type { Attestation, Derivation, Run } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, shortTime, verdictCell } from '../command/printing';
import { numberText } from '../terminal/cell-text';
import { printable, printableLine } from '../terminal/printable';
import type { Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';
import { estimateText } from './estimate-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const [derivation, runs] = await Promise.all([client.getDerivation({ params }), client.listRuns({ params, query: { limit: 1 } })]);
  if (args.flag('source')) return show(context, derivation.source, () => derivation.source);
  show(context, { ...derivation, newest: runs.items[0] ?? null }, () => people(derivation, runs.items[0] ?? null, context.terminal));
};

function people(derivation: Derivation, newest: Run | null, terminal: Terminal): string {
  const { certification, claim } = derivation;
  const colors = terminal.outColors;
  const fields = fieldList(terminal, [
    ['name', derivation.name],
    ['description', derivation.description],
    ['question', claim?.question ?? null],
    ['claim', claim === null ? null : `${claim.kind} of ${Object.entries(claim.roles).map(([role, column]) => `${role}=${[column].flat().join('+')}`).join(', ')}`],
    ['inputs', Object.values(derivation.inputs).map((it) => `${it.ref} (${it.kind})`).join(', ')],
    ['verdict', verdictCell(newest?.verdict ?? null, colors)],
    ['estimate', estimateText(newest?.attestation?.estimate ?? null)],
    ['certified', { text: certification.certified ? 'yes' : 'no', paint: certification.certified ? colors.green : colors.red }],
    ['reason', newest?.reason ?? certification.reason],
    ['certificate', certification.certificate_digest],
    ['rows', newest?.rows ?? null],
    ['ran', newest === null ? null : `${shortTime(newest.finished_at)} by ${newest.actor}`],
  ]);
  return [fields, ...gates(newest, terminal), ...complaints(newest)].join('\n');
}

function gates(newest: Run | null, terminal: Terminal): string[] {
  const attestation = newest?.attestation;
  if (attestation == null) return [];
  const { green, red, yellow, dim } = terminal.outColors;
  const marks = { sound: green('✓'), unsound: red('✗'), inconclusive: yellow('?') };
  const width = Math.max(...[...attestation.gates, ...attestation.skipped].map((it) => it.name.length));
  const lined = (mark: string, name: string, text: string): string => `${mark} ${name.padEnd(width)}  ${wrap(printableLine(text), terminal.width, width + 4)}\n`;
  const ran = attestation.gates.map((it) => lined(marks[it.verdict], it.name, `${it.detail}${numbers(it)}`));
  const skipped = attestation.skipped.map((it) => lined(dim('–'), it.name, `not run: ${it.reason}`));
  return [ran.join(''), ...(skipped.length === 0 ? [] : [skipped.join('')])];
}

/** What a reader needs to check a gate by hand. */
function numbers({ statistic, threshold }: Attestation['gates'][number]): string {
  const parts = [statistic === null ? [] : [`statistic ${numberText(statistic)}`], threshold === null ? [] : [`threshold ${numberText(threshold)}`]].flat();
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** What a run that failed left behind. */
function complaints(newest: Run | null): string[] {
  if (newest === null || newest.outcome === 'succeeded') return [];
  return [newest.error?.detail, newest.traceback, newest.stderr].filter((it) => it != null && it !== '').map((it) => `${printable(it ?? '')}\n`);
}
