import type { Aggregation, ColumnType, Grain } from '@svc/contracts';
import { GRAINS } from '@svc/contracts';

/** Column types by what can be done with them. Columns of different kinds never compare or join. */
export type ColumnKind =
  'boolean' | 'integer' | 'decimal' | 'number' | 'string' | 'date' | 'time' | 'timestamp' | 'timestamptz';

const PLAIN: Readonly<Record<string, ColumnKind>> = {
  boolean: 'boolean',
  integer: 'integer',
  number: 'number',
  string: 'string',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
};

/** Precision and scale of a `decimal(p,s)`; null for every other type. */
export function decimalShape(type: ColumnType): { readonly precision: number; readonly scale: number } | null {
  const match = /^decimal\((\d{1,2}),(\d{1,2})\)$/.exec(type);
  return match === null ? null : { precision: Number(match[1]), scale: Number(match[2]) };
}

/** The kind of a column type. */
export function kindOf(type: ColumnType): ColumnKind {
  return PLAIN[type] ?? 'decimal';
}

/** True for kinds that can be added up. */
export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'integer' || kind === 'decimal' || kind === 'number';
}

/** True for kinds that have a day in them. */
export function hasDate(kind: ColumnKind): boolean {
  return kind === 'date' || kind === 'timestamp' || kind === 'timestamptz';
}

/** True when columns of these kinds can have equal values: required for joining two sources by a dimension. */
export function areJoinable(left: ColumnKind, right: ColumnKind): boolean {
  return left === right || (isNumeric(left) && isNumeric(right));
}

/** The possible grains of a time column: a date has no hours. */
export function grainsFor(kind: ColumnKind): readonly Grain[] {
  return kind === 'date' ? GRAINS.filter((it) => it !== 'minute' && it !== 'hour') : GRAINS;
}

/** True when the aggregation is meaningful for the kind: only numbers have a sum, an average or a median. */
export function canAggregate(agg: Aggregation, kind: ColumnKind): boolean {
  return agg === 'sum' || agg === 'average' || agg === 'median' ? isNumeric(kind) : true;
}
