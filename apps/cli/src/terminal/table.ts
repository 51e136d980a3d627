import getWidth from 'fast-string-truncated-width';

export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Never cut: an id that is to be copied. */
  readonly whole?: boolean;
}

/** A cell: text that is already harmless, and how to paint it. */
export interface TableCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface TableOptions {
  /** Columns of the screen; null when it is none. */
  readonly width: number | null;
  readonly bold: (text: string) => string;
}

const GAP = '  ';
const NARROWEST = 12;

/**
 * Rows under a header, aligned by what is seen (wide characters count two). On a screen the widest columns are cut, and
 * where that is not enough the last ones are left out, which is said; elsewhere everything is there.
 */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly (TableCell | string)[])[],
  { width, bold }: TableOptions,
): string {
  const header = columns.map((it): TableCell => ({ text: it.title, paint: bold }));
  const lines = [header, ...rows.map((row) => columns.map((_, index) => cellOf(row[index])))];
  const wanted = columns.map((_, index) => Math.max(...lines.map((row) => widthOf(row[index]?.text ?? ''))));
  const widths = width === null ? wanted : fit(wanted, columns, width);
  const drawn = lines.map((row) => `${line(row.slice(0, widths.length), widths, columns)}\n`).join('');
  return widths.length === columns.length
    ? drawn
    : `${drawn}${GAP}… and ${columns.length - widths.length} more columns (--json has them)\n`;
}

/** How many columns of the screen a text takes. */
export function widthOf(text: string): number {
  return getWidth(text).width;
}

/** The text cut to `width` columns, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  const { index, truncated } = getWidth(text, { limit: width, ellipsis: '…', ellipsisWidth: 1 });
  return truncated ? `${text.slice(0, index)}…` : text;
}

function cellOf(cell: TableCell | string | undefined): TableCell {
  return typeof cell === 'object' ? cell : { text: cell ?? '' };
}

function line(row: readonly TableCell[], widths: readonly number[], columns: readonly TableColumn[]): string {
  return row
    .map((cell, index) => {
      const text = cut(cell.text, widths[index] ?? 0);
      const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
      const painted = cell.paint === undefined ? text : cell.paint(text);
      return columns[index]?.align === 'right'
        ? `${space}${painted}`
        : `${painted}${index === row.length - 1 ? '' : space}`;
    })
    .join(GAP)
    .trimEnd();
}

/** The widths of the columns that fit: cut where they may be, then fewer of them. */
function fit(wanted: readonly number[], columns: readonly TableColumn[], width: number): readonly number[] {
  const widths = [...wanted];
  const total = (): number => widths.reduce((sum, it) => sum + it, 0) + GAP.length * (widths.length - 1);
  for (let over = total() - width; over > 0; over -= 1) {
    const widest = Math.max(...widths.filter((_, index) => columns[index]?.whole !== true));
    if (widest <= NARROWEST) break;
    const at = widths.findIndex((it, index) => it === widest && columns[index]?.whole !== true);
    widths[at] = widest - 1;
  }
  while (total() > width && widths.length > 1) widths.pop();
  return widths;
}
