import { quotedList } from '@svc/closest-name';
import type { Column, MetricFilter } from '@svc/contracts';
import type { ColumnKind } from '../definition/column-kind';
import { hasDate, kindOf } from '../definition/column-kind';
import { refuse } from '../definition/compile-refusal';
import { dateWindow, isDateTest, type DateTest, type DateWindow } from './date-window';
import { pointValue, readPoint, readValues, type FilterScalar } from './filter-value';
import { OPERATOR_NAMES, readOperator, type Operator, type Test } from './operator';
import type { Parameters } from './parameters.sql';
import type { Zone } from '../time/time-zone';

/** The target of a filter: its column, the SQL that reads it, and where its values are bound. */
export interface FilterPlace {
  readonly column: Column;
  /** Quoted and qualified, from declared names only. */
  readonly reference: string;
  readonly parameters: Parameters;
  readonly now: Date;
  readonly zone: Zone;
  /** Pointer of the filter in the request: `/body/filters/0`. */
  readonly pointer: string;
}

const MAX_TEXTS = 100;

/** The operator of a filter; refuses an unknown one, with the list and the nearest. */
function operatorOf(filter: MetricFilter, pointer: string): Operator {
  const operator = readOperator(filter.op);
  if (!('unknown' in operator)) return operator;
  const hint = operator.nearest === null ? '' : `did you mean "${operator.nearest}"? `;
  throw refuse(
    'invalid-request',
    `${pointer}/op`,
    `there is no operator "${operator.unknown}"; ${hint}Operators: ${OPERATOR_NAMES.join(', ')}`,
  );
}

/**
 * One filter as a condition. A missing value (NULL) passes no plain operator but `is_null`, `eq null` and a list that
 * holds null; a negated operator keeps exactly the rows that its plain form drops, so `neq` and `not_in` keep missing
 * values, and the two forms always add up to all rows.
 */
export function compileFilter(filter: MetricFilter, place: FilterPlace): string {
  const operator = operatorOf(filter, place.pointer);
  const kind = kindOf(place.column.type);
  if (!fits(operator.test, kind)) {
    throw refuse(
      'invalid-request',
      `${place.pointer}/op`,
      `"${operator.name}" does not apply to "${place.column.name}", a ${place.column.type}; operators that do: ${quotedList(OPERATOR_NAMES.filter((name) => applies(name, kind)))}`,
    );
  }
  const condition = plainCondition(operator.test, filter, place);
  if (!operator.negated) return condition;
  return operator.test === 'is_null' ? `${place.reference} IS NOT NULL` : `(${condition}) IS NOT TRUE`;
}

function applies(name: string, kind: ColumnKind): boolean {
  const operator = readOperator(name);
  return !('unknown' in operator) && fits(operator.test, kind);
}

function fits(test: Test, kind: ColumnKind): boolean {
  if (isDateTest(test)) return hasDate(kind);
  if (test === 'contains' || test === 'starts_with' || test === 'ends_with') return kind === 'string';
  return test === 'eq' || test === 'in' || test === 'is_null' || kind !== 'boolean';
}

const COMPARISONS: Readonly<Partial<Record<Test, string>>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

function plainCondition(test: Test, filter: MetricFilter, place: FilterPlace): string {
  const { reference } = place;
  if (test === 'is_null') return withoutValue(filter, place) ?? `${reference} IS NULL`;
  const { values, hasNull } = valuesOf(filter, place);
  if (test === 'eq' || test === 'in') return membership(values, hasNull, place);
  if (hasNull) throw badValue(place, 'null can only be compared by eq, neq, in, not_in, is_null and is_not_null');
  if (isDateTest(test)) return windowCondition(test, values, place);
  if (test === 'contains' || test === 'starts_with' || test === 'ends_with') return textCondition(test, values, place);
  const bound = bindEach(values, place);
  const [low, high] = bound;
  if (test === 'between') {
    if (bound.length !== 2) throw badValue(place, 'expects [low, high], both inclusive');
    return `${reference} BETWEEN ${low} AND ${high}`;
  }
  if (bound.length !== 1) throw badValue(place, 'expects one value');
  return `${reference} ${COMPARISONS[test]} ${low}`;
}

function badValue(place: FilterPlace, message: string): Error {
  return refuse('invalid-request', `${place.pointer}/value`, message);
}

function withoutValue(filter: MetricFilter, place: FilterPlace): null {
  if (filter.value !== undefined && filter.value !== null)
    throw badValue(place, 'is not accepted by this operator; leave it out');
  return null;
}

function valuesOf(
  filter: MetricFilter,
  place: FilterPlace,
): { readonly values: readonly FilterScalar[]; readonly hasNull: boolean } {
  if (filter.value === undefined) throw badValue(place, 'is missing');
  const all = Array.isArray(filter.value) ? filter.value : [filter.value];
  const values = all.filter((it) => it !== null);
  return { values, hasNull: values.length < all.length };
}

function typed(
  values: readonly FilterScalar[],
  place: FilterPlace,
): { readonly texts: readonly string[]; readonly sqlType: string } {
  const read = readValues(place.column.type, values, place.zone);
  if ('texts' in read) return read;
  throw badValue(place, `${read.refusal}${values.length > 1 ? ` at position ${read.index + 1}` : ''}`);
}

function bindEach(values: readonly FilterScalar[], place: FilterPlace): string[] {
  const { texts, sqlType } = typed(values, place);
  return texts.map((text) => place.parameters.bind(text, sqlType));
}

function membership(values: readonly FilterScalar[], hasNull: boolean, place: FilterPlace): string {
  const isNull = hasNull ? [`${place.reference} IS NULL`] : [];
  const { texts, sqlType } = typed(values, place);
  const [only] = texts;
  if (only === undefined) return isNull[0] ?? 'FALSE';
  const equal =
    texts.length === 1
      ? `${place.reference} = ${place.parameters.bind(only, sqlType)}`
      : `${place.reference} = ANY(${place.parameters.bindList(texts, sqlType)})`;
  return [equal, ...isNull].length === 1 ? equal : `(${equal} OR ${place.reference} IS NULL)`;
}

/** Functions, not LIKE: `%` and `_` in a value are literal. Several texts: any of them. */
function textCondition(
  test: 'contains' | 'starts_with' | 'ends_with',
  values: readonly FilterScalar[],
  place: FilterPlace,
): string {
  if (values.length === 0 || values.length > MAX_TEXTS)
    throw badValue(place, `expects one text, or a list of up to ${MAX_TEXTS}`);
  const any = bindEach(values, place).map((bound) => `${test}(${place.reference}, ${bound})`);
  return any.length === 1 ? (any[0] ?? '') : `(${any.join(' OR ')})`;
}

function windowCondition(test: DateTest, values: readonly FilterScalar[], place: FilterPlace): string {
  const sides = windowSides(windowNamed(test, values, place), place);
  return sides.length === 1 ? (sides[0] ?? '') : `(${sides.join(' AND ')})`;
}

function windowNamed(test: DateTest, values: readonly FilterScalar[], place: FilterPlace): DateWindow {
  const window = dateWindow(test, values, kindOf(place.column.type), place.now, place.zone);
  if (typeof window === 'string') throw badValue(place, window);
  return window;
}

/** The bounds of a window as conditions; an open side has none. */
export function windowSides(window: DateWindow, place: FilterPlace): readonly string[] {
  const kind = kindOf(place.column.type);
  const bound = (point: NonNullable<DateWindow['from']>): string => {
    const { text, sqlType } = pointValue(kind, point, place.zone);
    return place.parameters.bind(text, sqlType);
  };
  return [
    ...(window.from === null
      ? []
      : [`${place.reference} ${window.fromExcluded === true ? '>' : '>='} ${bound(window.from)}`]),
    ...(window.until === null
      ? []
      : [`${place.reference} ${window.closed === true ? '<=' : '<'} ${bound(window.until)}`]),
  ];
}

/** The time interval that a filter on a time column keeps, if it keeps a single one; else null. */
export function stretchOf(filter: MetricFilter, place: FilterPlace): DateWindow | null {
  const { test, negated } = operatorOf(filter, place.pointer);
  if (negated || test === 'is_null' || !hasDate(kindOf(place.column.type))) return null;
  const { values, hasNull } = valuesOf(filter, place);
  if (hasNull) return null;
  if (isDateTest(test)) return windowNamed(test, values, place);
  const [first, second] = values.map((it) => readPoint(it, place.zone));
  if (first === undefined || first === null) return null;
  switch (test) {
    case 'gt':
      return { from: first, fromExcluded: true, until: null };
    case 'gte':
      return { from: first, until: null };
    case 'lt':
      return { from: null, until: first };
    case 'lte':
      return { from: null, until: first, closed: true };
    case 'between':
      return second === undefined || second === null ? null : { from: first, until: second, closed: true };
    default:
      return null;
  }
}
