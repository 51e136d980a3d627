import type { MetricWidget, RowSet } from '@svc/contracts';
import { INK } from './ink';
import { type Box, textAt, textWidth } from './svg';
import { cellText } from './value-text';
import { words } from './words-picture';

const LARGEST = 44;
/** The unit beside the number, as a part of its size; below this many pixels it gets a line of its own. */
const UNIT = 0.45;
const SMALLEST_UNIT = 10;
const SPACE = 0.18;
/** Bold letters are wider. */
const BOLD = 1.08;

/** One number, as large as the tile lets it be, with its unit beside it or below. */
export function numberPicture({ viz }: MetricWidget, { columns, rows }: Pick<RowSet, 'columns' | 'rows'>, box: Box): string[] {
  const field = viz?.field;
  const at = field === undefined ? columns.length - 1 : columns.findIndex((it) => it.name === field);
  const column = columns[at];
  if (column === undefined) return words(box, ['Cannot be shown', `The answer has no column "${field ?? ''}".`]);
  const { unit, ...format } = viz?.format ?? { style: 'number' as const };
  const value = rows[0]?.[at];
  const shown = cellText(value, column, viz?.format === undefined ? undefined : format);
  const suffix = unit === undefined || value === null ? '' : unit;
  const bold = textWidth(shown, 1) * BOLD;
  const beside = suffix === '' ? 0 : SPACE + textWidth(suffix, UNIT);
  const size = Math.floor(Math.max(12, Math.min(LARGEST, box.height * 0.7, box.width / (bold + beside))));
  const fill = value === null || value === undefined ? INK.quiet : INK.text;
  if (suffix === '' || size * UNIT >= SMALLEST_UNIT) {
    const base = box.y + box.height / 2 + size * 0.36;
    const unitAt = textAt(box.x + (bold + SPACE) * size, base, suffix, { size: Math.floor(size * UNIT), fill: INK.quiet });
    return [textAt(box.x, base, shown, { size, bold: true, fill }), ...(suffix === '' ? [] : [unitAt])];
  }
  // Never cut: part of a number is another number.
  const alone = Math.floor(Math.max(6, Math.min(LARGEST, box.height * 0.5, box.width / bold)));
  const base = box.y + box.height / 2;
  return [textAt(box.x, base, shown, { size: alone, bold: true, fill }), textAt(box.x, base + 18, suffix, { fill: INK.quiet, width: box.width })];
}
