import type { NumberFormat } from '@svc/contracts';
import { SCALE } from '@svc/svg';
import { numberText } from '../cell/cell-text';

/** Numbers in a few colours: where each begins, and what is written beside it. */
export interface Steps {
  readonly names: readonly string[];
  readonly colors: readonly string[];
  /** The step that a number is in. */
  at(value: number): number;
}

const NICE = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 15] as const;
/** Below it the smallest doubles would have steps of no width. */
const NARROWEST = 1e-300;

/** Steps of one round width from the lowest number to the highest; a step for each whole number where there are few. */
export function stepsOf(values: readonly number[], format: NumberFormat | undefined): Steps {
  const text = (value: number): string => numberText(value, format);
  const distinct = [...new Set(values)].toSorted((left, right) => left - right);
  const countable =
    distinct.length === 1 || (distinct.length <= SCALE.length && distinct.every((it) => Number.isInteger(it)));
  if (countable)
    return {
      names: distinct.map(text),
      colors: colorsOf(distinct.length),
      at: (value) => Math.max(0, distinct.indexOf(value)),
    };
  const [low, high] = [distinct[0] ?? 0, distinct.at(-1) ?? 0];
  const width = widthFor(low, high);
  const first = Math.floor(low / width);
  const count = Math.floor(high / width) - first + 1;
  return {
    names: Array.from(
      { length: count },
      (_, index) => `${text((first + index) * width)} – ${text((first + index + 1) * width)}`,
    ),
    colors: colorsOf(count),
    at: (value) => Math.min(count - 1, Math.max(0, Math.floor(value / width) - first)),
  };
}

/** The smallest round width that covers the numbers in as many steps as there are colours. */
function widthFor(low: number, high: number): number {
  // Halves first: the distance of two large doubles may be beyond the largest.
  const power = Math.max(NARROWEST, 10 ** Math.floor(Math.log10(((high / 2 - low / 2) / SCALE.length) * 2)));
  return (
    NICE.map((it) => it * power).find((it) => Math.floor(high / it) - Math.floor(low / it) < SCALE.length) ?? 20 * power
  );
}

/** As far apart as the scale allows. */
function colorsOf(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) =>
      SCALE[count === 1 ? SCALE.length - 2 : Math.round((index * (SCALE.length - 1)) / (count - 1))] ?? SCALE[0],
  );
}
