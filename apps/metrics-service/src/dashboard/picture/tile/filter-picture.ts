import type { VariableValue } from '@svc/contracts';
import { type Box, INK, rectangle, textAt, textWidth } from '@svc/svg';
import type { Choice } from '../../variable/choice';

const LABEL = 11;
const FIELD = 30;
const GAP = 18;

/** A variable as an input field: its label, the chosen value, and how many choices there are. */
export function filterPicture({ variable, value, options }: Choice, title: string, box: Box): string[] {
  const labelled = box.height >= FIELD + GAP && variable.label !== title;
  const top = box.y + (labelled ? GAP : 0);
  const height = Math.min(FIELD, Math.max(LABEL + 6, box.y + box.height - top));
  const middle = top + height / 2;
  // Names that do not fit are still counted.
  const several =
    Array.isArray(value) && value.length > 1 && variable.control === 'multiselect'
      ? `${value.length.toLocaleString('en-US')} `
      : '';
  const count =
    options.from === 'any'
      ? ''
      : `${several}of ${options.values.length.toLocaleString('en-US')}${options.truncated ? '+' : ''}`;
  const chosen = chosenText(value, variable.control, options.values);
  const right = box.x + box.width - 26;
  return [
    ...(labelled
      ? [textAt(box.x, box.y + LABEL, variable.label, { size: LABEL, fill: INK.quiet, width: box.width })]
      : []),
    rectangle({ x: box.x, y: top, width: box.width, height }, INK.page, INK.faint, 5),
    textAt(box.x + 10, middle + 4.5, chosen ?? 'All', {
      size: 13,
      bold: chosen !== null,
      fill: chosen === null ? INK.quiet : INK.text,
      width: Math.max(24, right - textWidth(count, LABEL) - box.x - 22),
    }),
    ...(count === '' ? [] : [textAt(right, middle + 4, count, { size: LABEL, fill: INK.quiet, anchor: 'end' })]),
    `<path d="M${right + 9} ${middle - 2}l4 4l4 -4" fill="none" stroke="${INK.quiet}" stroke-width="1.5" stroke-linecap="round"/>`,
  ];
}

/** Null when nothing is chosen. */
function chosenText(
  value: VariableValue,
  control: Choice['variable']['control'],
  options: Choice['options']['values'],
): string | null {
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  const shown = [value]
    .flat()
    .map(
      (one) =>
        options.find((it) => it.value === one)?.label ??
        (typeof one === 'boolean' ? (one ? 'yes' : 'no') : String(one)),
    );
  return shown.join(control === 'daterange' || control === 'range' ? ' to ' : ', ');
}
