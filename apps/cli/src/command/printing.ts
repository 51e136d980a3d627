import type { RowSet, Verdict } from '@svc/contracts';
import { alignOf, cellText, isWhole } from '../terminal/cell-text';
import { printableLine } from '../terminal/printable';
import { table, type TableCell, type TableColumn } from '../terminal/table';
import type { Colors, Terminal } from '../terminal/terminal';
import { wrap } from '../terminal/wrap';

/** A column of numbers. */
export const right = (title: string): TableColumn => ({ title, align: 'right' });
/** A column of ids or names, which are useless when cut: they are typed again. */
export const whole = (title: string): TableColumn => ({ title, whole: true });

/** Sentences, shown whole on as many lines as they need. */
export const prose = (title: string): TableColumn => ({ title, prose: true });
/** A column that a narrow screen leaves out, the higher `rank` first. */
export const extra = (rank: number, column: TableColumn | string): TableColumn => ({
  ...(typeof column === 'string' ? { title: column } : column),
  extra: rank,
});

/** A table of texts. */
export function textTable(
  terminal: Pick<Terminal, 'width' | 'outColors'>,
  titles: readonly (string | TableColumn)[],
  rows: readonly (readonly (TableCell | string | number | null)[])[],
): string {
  const columns = titles.map((it) => (typeof it === 'string' ? { title: it } : it));
  const cells = rows.map((row) =>
    row.map((it) => (typeof it === 'object' && it !== null ? it : it === null ? '–' : printableLine(String(it)))),
  );
  const text = table(columns, cells, { width: terminal.width, bold: terminal.outColors.bold });
  // A header alone looks like output that was lost. In a pipe no line is taken for a row.
  return rows.length > 0 || terminal.width === null ? text : `${text}${terminal.outColors.dim('(none)')}\n`;
}

/** Rows as the service answers them. */
export function rowTable(terminal: Terminal, rows: RowSet): string {
  const columns = rows.columns.map((it) => ({
    title: printableLine(it.name),
    align: alignOf(it.type),
    whole: isWhole(it.type),
  }));
  const cells = rows.rows.map((row) =>
    row.map((it, index) => cellText(it, terminal.outColors, rows.columns[index]?.type)),
  );
  return table(columns, cells, { width: terminal.width, bold: terminal.outColors.bold });
}

/** Warns on standard error that rows are missing. */
export function warnTruncated(terminal: Terminal, rows: Pick<RowSet, 'row_count' | 'truncated'>): void {
  if (rows.truncated)
    terminal.err(`${terminal.errColors.yellow('cut')} after ${rows.row_count} rows; there are more (--limit)\n`);
}

/** A verdict in its colour. */
export function verdictCell(verdict: Verdict | null, colors: Colors): TableCell {
  if (verdict === null) return { text: '–', paint: colors.dim };
  return {
    text: verdict,
    paint: verdict === 'sound' ? colors.green : verdict === 'unsound' ? colors.red : colors.yellow,
  };
}

/** Names and values, one per line, values aligned. */
export function fieldList(
  terminal: Terminal,
  fields: readonly (readonly [string, TableCell | string | number | null])[],
): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  return fields
    .map(([name, value]) => {
      const cell =
        typeof value === 'object' && value !== null
          ? value
          : { text: value === null ? '–' : printableLine(String(value)) };
      const text = wrap(cell.text, terminal.width, width + 2);
      return `${terminal.outColors.dim(name.padEnd(width))}  ${cell.paint === undefined ? text : cell.paint(text)}\n`;
    })
    .join('');
}

/** `sha256:1f2e3d4c5b6a…`: enough to recognise; `--json` has all of it. */
export function shortDigest(digest: string | null): string | null {
  return digest === null ? null : digest.length > 24 ? `${digest.slice(0, 19)}…` : digest;
}

/** `2026-03-01 14:05` UTC. */
export function shortTime(timestamp: string | null): string | null {
  return timestamp === null ? null : timestamp.slice(0, 16).replace('T', ' ');
}
