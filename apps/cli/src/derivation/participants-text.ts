import { participants, type Participants } from '@svc/contracts';
import { right, textTable, whole } from '../command/printing';
import type { Terminal } from '../terminal/terminal';

/** More lines would hide the gates; `--json` has all. */
const MAX_LINES = 8;
type Screen = Pick<Terminal, 'width' | 'outColors'>;
type Flow = NonNullable<Participants['flow']>;

/** Which rows were analysed, what is missing on each side, and how alike the sides are: a table each, none for nothing. */
export function participantTables(
  said: { readonly flow?: unknown; readonly balance?: unknown },
  terminal: Screen,
): string[] {
  const { flow, balance } = participants.parse(said);
  return [
    ...(flow === null || flow.sides.length === 0 ? [] : [sideTable(flow, terminal)]),
    ...(balance.length === 0 ? [] : [balanceTable(balance, terminal)]),
  ];
}

/** `833 of 900 rows; missing: score 39, income 30`; null where the report does not say. */
export function analysedText(said: unknown): string | null {
  const { flow } = participants.parse({ flow: said });
  if (flow === null) return null;
  const missing = flow.missing.slice(0, 4).map(({ column, count }) => `${column} ${count}`);
  const read = flow.sources.map(({ name, rows }) => `${name} ${rows}`).slice(0, 4);
  return [
    `${flow.analysed} of ${flow.rows} rows`,
    ...(flow.estimated_from < flow.analysed ? [`joined to ${flow.estimated_from} units or points in time`] : []),
    ...(flow.started === null ? [] : [`${flow.started} units started, as declared`]),
    ...(flow.copies > 0 ? [`${flow.copies} copies of other rows`] : []),
    ...(missing.length === 0 ? [] : [`missing: ${missing.join(', ')}`]),
    ...(read.length === 0 ? [] : [`read: ${read.join(', ')}`]),
  ].join('; ');
}

function sideTable({ by, sides, bounds }: Flow, terminal: Screen): string {
  const lines = sides.map(({ label, rows, missing, analysed }) => [
    label,
    rows,
    `${missing} (${((100 * missing) / Math.max(1, rows)).toFixed(1)}%)`,
    analysed,
  ]);
  const titles = [whole(by ?? 'side'), right('rows'), right('outcome missing'), right('analysed')];
  const within =
    bounds === null
      ? ''
      : `The unadjusted difference lies within ${bounds.low.toPrecision(3)}…${bounds.high.toPrecision(3)} whatever the missing outcomes were (${bounds.method} bounds).\n`;
  return `${textTable(terminal, titles, lines)}${within}`;
}

function balanceTable(balance: Participants['balance'], terminal: Screen): string {
  const shown = balance.slice(0, MAX_LINES);
  const lines = shown.map(({ column, before, after, adjusted }) => [
    column,
    before.toFixed(2),
    after.toFixed(2),
    Math.abs(after) > 0.1 ? 'beyond ±0.1' : '',
    adjusted ? 'yes' : 'no',
  ]);
  const titles = [whole('balance'), right('before'), right('after'), '', 'adjusted'];
  const more = balance.length > shown.length ? `… and ${balance.length - shown.length} more columns (--json)\n` : '';
  return `${textTable(terminal, titles, lines)}${more}`;
}
