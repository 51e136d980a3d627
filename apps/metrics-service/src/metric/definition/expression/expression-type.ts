import type { ColumnType } from '@svc/contracts';
import { type ColumnKind, decimalShape, isNumeric, kindOf } from '../column-kind';
import type { CallName } from './expression-parser';
import type { Call, Expression, Measure } from '../metric';

/** The type of an expression's value. `scale` counts the decimals of an exact number. */
export interface ValueType {
  readonly kind: ColumnKind;
  readonly scale: number;
}

/** The type of the column that a measure aggregates; null when its source has no such column. */
export type ColumnTypeOf = (measure: Measure) => ColumnType | null;

/** With more decimals than this, exact arithmetic would leave too few digits before the point. */
const MAX_DECIMALS = 12;
const NUMBER: ValueType = { kind: 'number', scale: 0 };

export const isExact = (type: ValueType): boolean => type.kind === 'integer' || type.kind === 'decimal';

/** The type of an expression, or its type error: arithmetic takes only numbers. Unknown columns count as numbers. */
export function expressionType(expression: Expression, columnType: ColumnTypeOf): ValueType | string {
  if (expression.kind === 'measure') return measureType(expression, columnType(expression));
  if (expression.kind === 'number') return exact((expression.text.split('.')[1] ?? '').length);
  const types: ValueType[] = [];
  for (const arg of expression.args) {
    const type = expressionType(arg, columnType);
    if (typeof type === 'string') return type;
    types.push(type);
  }
  return callType(expression, types);
}

function measureType(measure: Measure, columnType: ColumnType | null): ValueType {
  if (measure.agg === 'count' || measure.agg === 'count_distinct') return exact(0);
  if (columnType === null || measure.agg === 'average' || measure.agg === 'median') return NUMBER;
  return { kind: kindOf(columnType), scale: decimalShape(columnType)?.scale ?? 0 };
}

function exact(scale: number): ValueType {
  return scale === 0 ? { kind: 'integer', scale } : { kind: 'decimal', scale };
}

function callType({ name, args }: Call, types: readonly ValueType[]): ValueType | string {
  const [first = NUMBER] = types;
  const alike = name === 'coalesce' || name === 'nullif' || name === 'greatest' || name === 'least';
  if (alike && types.every((it) => it.kind === first.kind) && !isNumeric(first.kind)) return first;
  const odd = types.findIndex((it) => !isNumeric(it.kind));
  if (odd >= 0)
    return `${wordFor(name)} ${alike ? 'values of one kind' : 'numbers'}, but ${described(args[odd])} is a ${types[odd]?.kind ?? ''}`;
  if (name === 'round' && args.length === 2 && !isSmallInteger(args[1]))
    return '"round" takes a whole number of decimals from 0 to 12, as a literal';
  return numericType(name, args, types);
}

function numericType(name: CallName, args: readonly Expression[], types: readonly ValueType[]): ValueType {
  const scales = types.map((it) => it.scale);
  const sum = scales.reduce((total, it) => total + it, 0);
  switch (name) {
    case '*':
      // Multiplying by a constant adds few digits; the product of two sums may need more than 38.
      return types.every(isExact) && args.some((it) => it.kind === 'number') && sum <= MAX_DECIMALS
        ? exact(sum)
        : NUMBER;
    case '+':
    case '-':
    case 'coalesce':
    case 'greatest':
    case 'least':
      return types.every(isExact) && Math.max(...scales) <= MAX_DECIMALS ? exact(Math.max(...scales)) : NUMBER;
    case 'negate':
    case 'abs':
    case 'nullif':
      return types[0] ?? NUMBER;
    default:
      return NUMBER;
  }
}

function isSmallInteger(expression: Expression | undefined): boolean {
  return expression?.kind === 'number' && /^\d+$/.test(expression.text) && Number(expression.text) <= MAX_DECIMALS;
}

function wordFor(name: CallName): string {
  return name === '/' ? 'a ratio divides' : name === 'negate' ? '"-" takes' : `"${name}" takes`;
}

function described(expression: Expression | undefined): string {
  if (expression?.kind !== 'measure') return 'one of them';
  return `"${expression.metric}", the ${expression.agg}${expression.column === null ? '' : ` of "${expression.column}"`},`;
}
