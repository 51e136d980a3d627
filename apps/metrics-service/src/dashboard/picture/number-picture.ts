import type { MetricWidget, RowSet } from '@svc/contracts';
import { INK } from './ink';
import { BOLD, type Box, fitText, plainLine, textAt, textWidth } from './svg';
import { cellText, isNumberColumn } from './value-text';
import { words } from './words-picture';

const LARGEST = 44;
const SMALLEST = 6;
/** The unit beside the number, as a part of its size; below this many pixels it gets a line of its own. */
const UNIT = 0.45;
const SMALLEST_UNIT = 9.5;
const SPACE = 0.18;

/** One number, as large as the tile lets it be, with its unit beside it or below. */
export function numberPicture({ viz }: MetricWidget, { columns, rows }: Pick<RowSet, 'columns' | 'rows'>, box: Box): string[] {
  const field = viz?.field;
  const at = field === undefined ? columns.length - 1 : columns.findIndex((it) => it.name === field);
  const column = columns[at];
  if (column === undefined) return words(box, ['Cannot be shown', `The answer has no column "${field ?? ''}".`]);
  const { unit, ...format } = viz?.format ?? { style: 'number' as const };
  const value = rows[0]?.[at];
  const written = cellText(value, column, viz?.format === undefined ? undefined : format);
  const fits = textWidth(written, SMALLEST) * BOLD <= box.width;
  // Never cut: part of a number is another number. A name may be.
  const shown = fits ? written : isNumberColumn(column) ? cellText(value, column, { style: 'compact' }) : fitText(plainLine(written), box.width / BOLD);
  const suffix = unit === undefined || value === null ? '' : unit;
  const bold = textWidth(shown, 1) * BOLD;
  const beside = suffix === '' ? 0 : SPACE + textWidth(suffix, UNIT);
  const size = Math.floor(Math.max(SMALLEST, Math.min(LARGEST, box.height * 0.7, box.width / (bold + beside))));
  const fill = value === null || value === undefined ? INK.quiet : INK.text;
  if (beside === 0 || size * UNIT >= SMALLEST_UNIT) {
    const base = box.y + box.height / 2 + size * 0.36;
    const unitAt = textAt(box.x + (bold + SPACE) * size, base, suffix, { size: Math.floor(size * UNIT), fill: INK.quiet });
    return [textAt(box.x, base, shown, { size, bold: true, fill }), ...(suffix === '' ? [] : [unitAt])];
  }
  const alone = Math.floor(Math.max(SMALLEST, Math.min(LARGEST, box.height * 0.5, box.width / bold)));
  const base = box.y + box.height / 2 - 2;
  return [textAt(box.x, base, shown, { size: alone, bold: true, fill }), textAt(box.x, base + 16, suffix, { fill: INK.quiet, width: box.width })];
}
