import { numbers } from '../../statistics/sample/rows';
import type { Column } from '../../table/column';
import { type Levels, levelsOf } from '../../table/levels';

/** A column as numbers, over all rows of the table; NaN where missing. */
export interface Variable {
  readonly name: string;
  readonly values: Float64Array;
  /** Only 0 and 1 occur. */
  readonly binary: boolean;
}

const YES = new Set(['1', 'true', 'yes', 'y', 't']);
const NO = new Set(['0', 'false', 'no', 'n', 'f']);

/** The column as numbers: numbers and booleans as they are, two-level text as 0/1; null for other text and times. */
export function variableOf(column: Column): Variable | null {
  const { name } = column;
  if (column.type === 'time') return null;
  if (column.type !== 'string') return { name, values: column.values, binary: isBinary(column.values) };
  const levels = levelsOf(column, 2);
  if (levels === null || levels.labels.length !== 2) return null;
  const one = subjectLevel(levels);
  return {
    name,
    values: numbers(levels.codes.length, (i) => ((levels.codes[i] ?? -1) < 0 ? NaN : levels.codes[i] === one ? 1 : 0)),
    binary: true,
  };
}

function isBinary(values: Float64Array): boolean {
  let seen = 0;
  for (const value of values) {
    if (value === 0) seen |= 1;
    else if (value === 1) seen |= 2;
    else if (!Number.isNaN(value)) return false;
  }
  return seen > 0;
}

const REFERENCE_NAMES = new Set([
  'control',
  'baseline',
  'reference',
  'placebo',
  'old',
  'before',
  'untreated',
  'ctrl',
  'none',
]);

/** Of two levels, the code of the one that is compared *with* the other: the yes, the treated, the later letter. */
export function subjectLevel({ labels }: Levels): 0 | 1 {
  const [first = '', second = ''] = labels.map((label) => label.toLowerCase());
  if (YES.has(first) && NO.has(second)) return 0;
  if (REFERENCE_NAMES.has(second) && !REFERENCE_NAMES.has(first)) return 0;
  return 1;
}
