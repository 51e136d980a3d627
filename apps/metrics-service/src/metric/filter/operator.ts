import { closestName } from '@svc/closest-name';

/** A comparison; its negation keeps exactly the rows that it drops. */
export type Test =
  | 'eq'
  | 'in'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'between'
  | 'contains'
  | 'starts_with'
  | 'ends_with'
  | 'is_null'
  | 'in_date_range'
  | 'on_date'
  | 'before'
  | 'before_or_on'
  | 'after'
  | 'after_or_on'
  | 'in_past'
  | 'in_next'
  | 'in_current';

export interface Operator {
  readonly name: string;
  readonly test: Test;
  readonly negated: boolean;
}

const plain = (test: Test): readonly [string, Operator] => [test, { name: test, test, negated: false }];
const negation = (name: string, test: Test): readonly [string, Operator] => [name, { name, test, negated: true }];

const OPERATORS: ReadonlyMap<string, Operator> = new Map([
  plain('eq'),
  negation('neq', 'eq'),
  plain('in'),
  negation('not_in', 'in'),
  plain('gt'),
  plain('gte'),
  plain('lt'),
  plain('lte'),
  plain('between'),
  negation('not_between', 'between'),
  plain('contains'),
  negation('not_contains', 'contains'),
  plain('starts_with'),
  negation('not_starts_with', 'starts_with'),
  plain('ends_with'),
  negation('not_ends_with', 'ends_with'),
  plain('is_null'),
  negation('is_not_null', 'is_null'),
  plain('in_date_range'),
  negation('not_in_date_range', 'in_date_range'),
  plain('on_date'),
  plain('before'),
  plain('before_or_on'),
  plain('after'),
  plain('after_or_on'),
  plain('in_past'),
  negation('not_in_past', 'in_past'),
  plain('in_next'),
  plain('in_current'),
  negation('not_in_current', 'in_current'),
]);

/** Every operator name, as documentation and error messages list them. */
export const OPERATOR_NAMES: readonly string[] = [...OPERATORS.keys()];

/** Other spellings, folded: symbols, and the keywords of other query languages. */
const ALIASES: Readonly<Record<string, string>> = {
  '=': 'eq',
  '==': 'eq',
  is: 'eq',
  equal: 'eq',
  equals: 'eq',
  equalto: 'eq',
  '!=': 'neq',
  '<>': 'neq',
  ne: 'neq',
  noteq: 'neq',
  notequal: 'neq',
  notequals: 'neq',
  isnot: 'neq',
  oneof: 'in',
  anyof: 'in',
  nin: 'not_in',
  notoneof: 'not_in',
  noneof: 'not_in',
  '>': 'gt',
  greaterthan: 'gt',
  '>=': 'gte',
  ge: 'gte',
  greaterthanorequal: 'gte',
  '<': 'lt',
  lessthan: 'lt',
  '<=': 'lte',
  le: 'lte',
  lessthanorequal: 'lte',
  inbetween: 'between',
  notinbetween: 'not_between',
  include: 'contains',
  includes: 'contains',
  doesnotinclude: 'not_contains',
  doesnotcontain: 'not_contains',
  null: 'is_null',
  notset: 'is_null',
  notnull: 'is_not_null',
  set: 'is_not_null',
  onthedate: 'on_date',
  beforedate: 'before',
  beforeoron: 'before_or_on',
  beforeorondate: 'before_or_on',
  afterdate: 'after',
  afteroron: 'after_or_on',
  afterorondate: 'after_or_on',
  inthepast: 'in_past',
  notinthepast: 'not_in_past',
  inthenext: 'in_next',
  inthecurrent: 'in_current',
  notinthecurrent: 'not_in_current',
};

const FOLDED: ReadonlyMap<string, string> = new Map([
  ...OPERATOR_NAMES.map((name) => [fold(name), name] as const),
  ...Object.entries(ALIASES),
]);

/** `notStartsWith`, `NOT STARTS WITH` and `not_starts_with` are one operator. */
function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[_\s-]/g, '');
}

/** The operator that `text` names, in any spelling; else the nearest name, if one is near. */
export function readOperator(text: string): Operator | { readonly unknown: string; readonly nearest: string | null } {
  const operator = OPERATORS.get(FOLDED.get(fold(text)) ?? '');
  return operator ?? { unknown: text, nearest: FOLDED.get(closestName(fold(text), [...FOLDED.keys()]) ?? '') ?? null };
}
