import type { ColumnType } from '../table/column';
import { parseTime } from '../table/time-values';
import type { FieldType, Scalar } from './data-contract';

const INTEGER = /^[+-]?\d+$/;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const DAY = 86_400_000;

/** Whether a value of a column of this type is of the declared type: a parse check, nothing is coerced. */
export function typeTest(declared: FieldType, stored: ColumnType): (value: Scalar) => boolean {
  switch (declared) {
    case 'string':
      return () => stored === 'string';
    case 'integer':
      return stored === 'number' ? (value) => Number.isInteger(value) : stored === 'string' ? (value) => INTEGER.test(String(value)) : () => false;
    case 'number':
      return stored === 'number' ? () => true : stored === 'string' ? (value) => NUMBER.test(String(value)) : () => false;
    case 'boolean':
      return stored === 'boolean' ? () => true : stored === 'string' ? (value) => /^(true|false)$/i.test(String(value)) : () => false;
    case 'date':
      return stored === 'time' ? (value) => Number(value) % DAY === 0 : stored === 'string' ? isDate : () => false;
    case 'datetime':
      return stored === 'time' ? () => true : stored === 'string' ? (value) => !isDate(value) && !Number.isNaN(parseTime(String(value))) : () => false;
  }
}

function isDate(value: Scalar): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) && !Number.isNaN(parseTime(String(value)));
}

/** Equality of an allowed value and a stored one, by the stored one's type. */
export function textFits(allowed: Scalar, value: Scalar): boolean {
  return typeof allowed === typeof value ? allowed === value : String(allowed) === String(value);
}
