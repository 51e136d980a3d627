import type { MetricWidget } from '@svc/contracts';
import { briefFormat, cellText, isNumberColumn, type ShownRows } from '@svc/charts';
import { BOLD, type Box, fitText, INK, plainLine, textAt, textWidth } from '@svc/svg';
import { words } from './words-picture';

const MAX_SIZE = 44;
const MIN_SIZE = 6;
/** Height of the line with the number of rows. */
const NOTE = 12;
/** The unit's size relative to the number beside it; no smaller than this; where it does not fit, it gets a line of its own. */
const UNIT = 0.45;
const MIN_UNIT = 9.5;
const SPACE = 0.18;

/** The first number of an answer; a note says that there are others, or it would be taken for all of them. */
export function numberPicture(widget: MetricWidget, answer: ShownRows, box: Box): string[] {
  const { rows, truncated } = answer;
  if (rows.length < 2 && !truncated) return firstNumber(widget, answer, box);
  const others = `first of ${truncated ? 'more than ' : ''}${rows.length.toLocaleString('en-US')} rows`;
  return [
    ...firstNumber(widget, answer, { ...box, height: box.height - NOTE }),
    textAt(box.x, box.y + box.height, others, { size: 11, fill: INK.doubt, width: box.width }),
  ];
}

/** As large as the tile allows, with its unit beside or below it. */
function firstNumber(
  { viz }: MetricWidget,
  { columns, rows }: Pick<ShownRows, 'columns' | 'rows'>,
  box: Box,
): string[] {
  const field = viz?.field;
  const at = field === undefined ? columns.length - 1 : columns.findIndex((it) => it.name === field);
  const column = columns[at];
  if (column === undefined) return words(box, ['Cannot be shown', `The answer has no column "${field ?? ''}".`]);
  const { unit, ...format } = viz?.format ?? { style: 'number' as const };
  const value = rows[0]?.[at];
  const written = cellText(value, column, viz?.format === undefined ? undefined : format);
  const fits = textWidth(written, MIN_SIZE) * BOLD <= box.width;
  // Never cut: part of a number is another number. A name may be.
  const shown = fits
    ? written
    : isNumberColumn(column)
      ? cellText(value, column, briefFormat(format))
      : fitText(plainLine(written), box.width / BOLD);
  const suffix = unit === undefined || value === null ? '' : unit;
  const bold = textWidth(shown, 1) * BOLD;
  const beside = suffix === '' ? 0 : SPACE + textWidth(suffix, UNIT);
  const size = Math.floor(Math.max(MIN_SIZE, Math.min(MAX_SIZE, box.height * 0.7, box.width / (bold + beside))));
  const fill = value === null || value === undefined ? INK.quiet : INK.text;
  const unitSize = Math.max(MIN_UNIT, Math.floor(size * UNIT));
  if (beside === 0 || (bold + SPACE) * size + textWidth(suffix, unitSize) <= box.width) {
    const base = box.y + box.height / 2 + size * 0.36;
    const unitAt = textAt(box.x + (bold + SPACE) * size, base, suffix, { size: unitSize, fill: INK.quiet });
    return [textAt(box.x, base, shown, { size, bold: true, fill }), ...(suffix === '' ? [] : [unitAt])];
  }
  const alone = Math.floor(Math.max(MIN_SIZE, Math.min(MAX_SIZE, box.height * 0.5, box.width / bold)));
  const base = box.y + box.height / 2 - 2;
  return [
    textAt(box.x, base, shown, { size: alone, bold: true, fill }),
    textAt(box.x, base + 16, suffix, { fill: INK.quiet, width: box.width }),
  ];
}
