import { cut, widthOf } from './text-width';
import { wrap } from './wrap';

export interface TableColumn {
  readonly title: string;
  /** Numbers, on the right, are never cut: a number without its last digits is another number. */
  readonly align?: 'left' | 'right';
  /** Never cut: a name or id that is typed again, a date. */
  readonly whole?: boolean;
  /** Left out where the screen is too narrow, the highest first. */
  readonly extra?: number;
  /** Sentences: wrapped beside the other columns, or below their row where there is no room; never cut. */
  readonly prose?: boolean;
}

/** A cell: text that is already escaped, and how to colour it. */
export interface TableCell {
  readonly text: string;
  readonly paint?: (text: string) => string;
}

export interface TableOptions {
  /** Columns of the screen; null for a pipe or a file. */
  readonly width: number | null;
  readonly bold: (text: string) => string;
}

const GAP = '  ';
const BELOW = 4;
const MIN_CUT = 12;
const MIN_PROSE = 24;

/**
 * Rows under a header, aligned by display width (wide characters count two). On a screen that is too narrow, extra columns are
 * left out, prose is wrapped and texts are cut, in this order; a last line names what is left out. A pipe gets everything.
 */
export function table(
  columns: readonly TableColumn[],
  rows: readonly (readonly (TableCell | string)[])[],
  { width, bold }: TableOptions,
): string {
  const header = columns.map((it): TableCell => ({ text: it.title, paint: bold }));
  const lines = [header, ...rows.map((row) => columns.map((_, index) => cellOf(row[index])))];
  const wanted = columns.map((_, index) => Math.max(...lines.map((row) => widthOf(row[index]?.text ?? ''))));
  const longest = columns.map((_, index) =>
    Math.max(...lines.flatMap((row) => (row[index]?.text ?? '').split(' ').map(widthOf))),
  );
  const placed = columns.map((column, index): Placed => ({
    column,
    index,
    width: wanted[index] ?? 0,
    longestWord: longest[index] ?? 0,
    below: false,
  }));
  const shown = width === null ? placed : fit(placed, width);
  const missing = columns.filter((_, index) => shown.every((it) => it.index !== index));
  const drawn = lines.map((row, index) => drawRow(row, shown, width, index === 0)).join('');
  return missing.length === 0 ? drawn : `${drawn}${leftOut(missing, width)}`;
}

interface Placed {
  readonly column: TableColumn;
  readonly index: number;
  readonly width: number;
  /** Prose is broken between words, so it needs as much. */
  readonly longestWord: number;
  /** Below its row instead of in it. */
  readonly below: boolean;
}

function leftOut(missing: readonly TableColumn[], width: number | null): string {
  return `${GAP}${wrap(`… without ${missing.map((it) => it.title).join(', ')} (--json has them)`, width, GAP.length)}\n`;
}

function cellOf(cell: TableCell | string | undefined): TableCell {
  return typeof cell === 'object' ? cell : { text: cell ?? '' };
}

function drawRow(row: readonly TableCell[], shown: readonly Placed[], width: number | null, isHeader: boolean): string {
  const beside = shown.filter((it) => !it.below);
  const texts = beside.map((it) => textLines(row[it.index]?.text ?? '', it));
  const height = Math.max(1, ...texts.map((it) => it.length));
  const lines = Array.from({ length: height }, (_, index) =>
    beside
      .map((it, column) => aligned(texts[column]?.[index] ?? '', row[it.index]?.paint, it))
      .join(GAP)
      .trimEnd(),
  );
  const below = isHeader ? [] : shown.filter((it) => it.below && (row[it.index]?.text ?? '') !== '');
  return [...lines, ...below.map((it) => ' '.repeat(BELOW) + wrap(row[it.index]?.text ?? '', width, BELOW))]
    .map((it) => `${it}\n`)
    .join('');
}

function textLines(text: string, { column, width }: Placed): readonly string[] {
  return column.prose === true ? wrap(text, width, 0).split('\n') : [cut(text, width)];
}

function aligned(text: string, paint: TableCell['paint'], { column, width }: Placed): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  const painted = paint === undefined ? text : paint(text);
  return column.align === 'right' ? `${space}${painted}` : `${painted}${space}`;
}

function isFirm({ whole, align }: TableColumn): boolean {
  return whole === true || align === 'right';
}

/** Fits columns to the screen: drops extra ones, wraps prose or moves it below, cuts texts, and at last drops more. */
function fit(placed: readonly Placed[], width: number): readonly Placed[] {
  let shown = placed;
  const extras = placed.filter((it) => it.column.extra !== undefined);
  for (const extra of extras.sort((a, b) => (b.column.extra ?? 0) - (a.column.extra ?? 0)))
    if (total(shown, wanted) > width) shown = shown.filter((it) => it.index !== extra.index);
  while (total(shown, smallest) > width && shown.length > 1) shown = shown.slice(0, -1);
  return cutToFit(placeProse(shown, width - total(shown, wanted) - GAP.length), width);
}

/** Prose beside the other columns, from the left, as long as there is room for it; else below them. */
function placeProse(shown: readonly Placed[], room: number): readonly Placed[] {
  let left = room;
  return shown.map((it) => {
    if (it.column.prose !== true) return it;
    if (left < Math.max(Math.min(it.width, MIN_PROSE), it.longestWord)) return { ...it, below: true };
    const width = Math.min(it.width, left);
    left -= width + GAP.length;
    return { ...it, width };
  });
}

function wanted({ column, width }: Placed): number {
  return column.prose === true ? 0 : width;
}

function smallest({ column, width }: Placed): number {
  return column.prose === true ? 0 : isFirm(column) ? width : Math.min(width, MIN_CUT);
}

function total(shown: readonly Placed[], widthIn: (it: Placed) => number): number {
  const counted = shown.filter((it) => !it.below && it.column.prose !== true);
  return counted.reduce((sum, it) => sum + widthIn(it), 0) + GAP.length * Math.max(0, counted.length - 1);
}

/** Cuts the widest text, again and again, until the row fits. */
function cutToFit(shown: readonly Placed[], width: number): readonly Placed[] {
  const widths = shown.map((it) => it.width);
  const row = shown.flatMap((it, at) => (it.below ? [] : [at]));
  const cuttable = row.filter((at) => {
    const column = shown[at]?.column;
    return column !== undefined && !isFirm(column) && column.prose !== true;
  });
  let over = row.reduce((sum, at) => sum + (widths[at] ?? 0), 0) + GAP.length * (row.length - 1) - width;
  for (; over > 0 && cuttable.length > 0; over -= 1) {
    const widest = cuttable.reduce((best, at) => ((widths[at] ?? 0) > (widths[best] ?? 0) ? at : best));
    if ((widths[widest] ?? 0) <= MIN_CUT) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return shown.map((it, at) => ({ ...it, width: widths[at] ?? 0 }));
}
