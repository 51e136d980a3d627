import getWidth from 'fast-string-truncated-width';

export interface TableColumn {
  readonly title: string;
  readonly align?: 'left' | 'right';
}

/** A cell: text that is already harmless, and how to paint it. */
export interface TableCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

const GAP = '  ';
const NARROWEST = 6;

/**
 * Rows under a header, aligned by what is seen (wide characters count two). On a screen the widest columns are cut to
 * fit; elsewhere nothing is.
 */
export function table(columns: readonly TableColumn[], rows: readonly (readonly (TableCell | string)[])[], options: { readonly width: number | null; readonly bold: (text: string) => string }): string {
  const cells = rows.map((row) => columns.map((_, index) => cellOf(row[index])));
  const header = columns.map((it): TableCell => ({ text: it.title, paint: options.bold }));
  const widths = fit(columns.map((_, index) => Math.max(...[header, ...cells].map((row) => widthOf(row[index]?.text ?? '')))), options.width);
  const line = (row: readonly TableCell[]): string =>
    row.map((cell, index) => placed(cell, widths[index] ?? 0, columns[index]?.align ?? 'left', index === columns.length - 1)).join(GAP).trimEnd();
  return [header, ...cells].map((row) => `${line(row)}\n`).join('');
}

/** How many columns of the screen a text takes. */
export function widthOf(text: string): number {
  return getWidth(text).width;
}

/** The text cut to `width` columns, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  const { index, ellipsed } = getWidth(text, { limit: width, ellipsis: '…' });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

function cellOf(cell: TableCell | string | undefined): TableCell {
  return typeof cell === 'object' ? cell : { text: cell ?? '' };
}

function placed(cell: TableCell, width: number, align: 'left' | 'right', last: boolean): string {
  const text = cut(cell.text, width);
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  const painted = cell.paint === undefined ? text : cell.paint(text);
  return align === 'right' ? `${space}${painted}` : `${painted}${last ? '' : space}`;
}

function fit(wanted: readonly number[], width: number | null): readonly number[] {
  const widths = [...wanted];
  const room = width === null ? Infinity : width - GAP.length * (widths.length - 1);
  for (let over = sum(widths) - room; over > 0; over -= 1) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST) break;
    widths[widths.indexOf(widest)] = widest - 1;
  }
  return widths;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, it) => total + it, 0);
}
