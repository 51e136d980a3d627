import type { Column, TableWidget } from '@svc/contracts';
import { alikeFormat, briefFormat, cellText, clockOf, isNumberColumn, isTimeColumn, type ShownRows } from '@svc/charts';
import { BOLD, type Box, horizontal, INK, textAt, textWidth } from '@svc/svg';
import { words } from './words-picture';

const ROW = 20;
const SIZE = 12;
const GAP = 16;
const NARROWEST = 56;
const BRIEF_WIDTH = 80;

interface Shown {
  readonly title: string;
  readonly right: boolean;
  /** Names are cut before numbers and times are. */
  readonly stiff: boolean;
  readonly cells: readonly string[];
  /** Placeholder for a cell that does not fit: part of a number would be another number. */
  readonly brief: readonly string[];
}

/** As many rows and columns as fit in the tile, and how many there are. */
export function tablePicture(widget: TableWidget, answer: ShownRows, box: Box): string[] {
  const all = columnsOf(widget, answer.columns);
  if (typeof all === 'string') return words(box, ['Cannot be shown', all]);
  const room = Math.max(1, Math.floor(box.height / ROW) - 1);
  const written = all.map((it) => shownColumn(it, answer.rows.slice(0, room), widget.bind.grain));
  const columns = written.slice(0, fittingColumns(written, box.width));
  const cut = answer.rows.length > room || columns.length < all.length || answer.truncated;
  const rows = answer.rows.slice(0, cut ? Math.max(1, room - 1) : room);
  const shown = columns.map((it) => ({ ...it, cells: it.cells.slice(0, rows.length) }));
  const widths = widthsOf(shown, box.width - GAP * (shown.length - 1));
  let x = box.x;
  const parts = shown.flatMap((it, index) => {
    const width = widths[index] ?? NARROWEST;
    const left = x;
    x += width + GAP;
    return columnTexts(it, left, box.y, width);
  });
  const lines = rows.map((_, row) => horizontal(box.x, box.y + ROW * (row + 1), box.width));
  return [
    ...lines,
    ...parts,
    ...(cut
      ? [
          textAt(
            box.x,
            box.y + 14 + ROW * (rows.length + 1),
            countText(rows.length, columns.length, answer, all.length),
            { fill: INK.doubt, width: box.width },
          ),
        ]
      : []),
  ];
}

function columnTexts({ title, right, cells, brief }: Shown, x: number, y: number, width: number): string[] {
  const [place, anchor] = right ? [x + width, 'end' as const] : [x, 'start' as const];
  return [
    textAt(place, y + 12, title, { anchor, bold: true, fill: INK.quiet, width }),
    ...cells.map((cell, row) =>
      textAt(place, y + 14 + ROW * (row + 1), right && textWidth(cell, SIZE) > width ? (brief[row] ?? cell) : cell, {
        anchor,
        width,
      }),
    ),
  ];
}

function shownColumn(
  { at, column, title, format }: Chosen,
  rows: ShownRows['rows'],
  grain: TableWidget['bind']['grain'],
): Shown {
  const alike =
    format ??
    (isNumberColumn(column) && column.type !== 'integer' ? alikeFormat(rows.map((row) => row[at])) : undefined);
  const written = (as: typeof alike): string[] => rows.map((row) => cellText(row[at], column, as, grain));
  const right = isNumberColumn(column);
  return {
    title,
    right,
    stiff: right || isTimeColumn(column),
    cells: written(alike),
    brief: written(briefFormat(format)),
  };
}

/** The first columns that fit, at least one: times whole, numbers at least abbreviated, names cut. */
function fittingColumns(columns: readonly Shown[], width: number): number {
  let used = -GAP;
  const count = columns.findIndex((it) => {
    used += GAP + (it.stiff ? Math.min(wantedWidth(it), it.right ? BRIEF_WIDTH : Infinity) : NARROWEST);
    return used > width;
  });
  return count < 0 ? columns.length : Math.max(1, count);
}

function wantedWidth({ title, cells }: Shown): number {
  return Math.max(NARROWEST, textWidth(title, SIZE) * BOLD, ...cells.map((cell) => textWidth(cell, SIZE))) + 2;
}

interface Chosen {
  readonly at: number;
  readonly column: Column;
  readonly title: string;
  readonly format: NonNullable<NonNullable<TableWidget['viz']>['columns']>[number]['format'];
}

function columnsOf({ viz }: TableWidget, columns: readonly Column[]): readonly Chosen[] | string {
  const asked = viz?.columns ?? columns.map((it) => ({ field: it.name, title: undefined, format: undefined }));
  const found = asked.map(({ field, title, format }) => ({
    at: columns.findIndex((it) => it.name === field),
    title: title ?? field,
    format,
  }));
  const missing = found.findIndex((it) => it.at < 0);
  if (missing >= 0) return `The answer has no column "${asked[missing]?.field ?? ''}".`;
  return found.flatMap(({ at, title, format }) => {
    const column = columns[at];
    return column === undefined
      ? []
      : [{ at, column, title: [title, clockOf(column)].filter((it) => it !== '').join(', '), format }];
  });
}

/** The width each column needs; when that is too much, the wide ones shrink first. */
function widthsOf(columns: readonly Shown[], width: number): readonly number[] {
  const wanted = columns.map(wantedWidth);
  const sum = wanted.reduce((total, it) => total + it, 0);
  // Left-over space separates the columns evenly, up to a limit.
  if (sum <= width) return wanted.map((it) => it + Math.min(60, (width - sum) / columns.length));
  const stiff = columns.reduce((total, it, index) => total + (it.stiff ? (wanted[index] ?? 0) : 0), 0);
  const names = wanted.filter((_, index) => columns[index]?.stiff !== true);
  if (names.length === 0 || width - stiff < names.length * NARROWEST) return sharedWidths(wanted, width);
  const shared = sharedWidths(names, width - stiff).values();
  return columns.map((it, index) => (it.stiff ? wanted[index] : shared.next().value) ?? NARROWEST);
}

/** Narrow columns get all they need, the others equal shares. */
function sharedWidths(wanted: readonly number[], width: number): readonly number[] {
  let share = width / wanted.length;
  for (let round = 0; round < wanted.length; round += 1) {
    const narrow = wanted.filter((it) => it <= share);
    share = (width - narrow.reduce((total, it) => total + it, 0)) / Math.max(1, wanted.length - narrow.length);
  }
  return wanted.map((it) => Math.min(it, share));
}

function countText(
  rows: number,
  columns: number,
  { rows: all, truncated }: Pick<ShownRows, 'rows' | 'truncated'>,
  allColumns: number,
): string {
  const count = `${rows.toLocaleString('en-US')} of ${truncated ? 'more than ' : ''}${all.length.toLocaleString('en-US')} rows`;
  return columns < allColumns ? `${count}, ${columns} of ${allColumns} columns` : count;
}
