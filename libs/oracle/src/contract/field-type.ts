import type { ColumnType } from '../table/column';
import { parseTime } from '../table/time-values';
import type { FieldType, Scalar } from './data-contract';

/** Texts that are values of a type, in the syntax that JavaScript and RE2 share. */
export const INTEGER_TEXT = '^[+-]?\\d+$';
export const NUMBER_TEXT = '^[+-]?(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?$';
/** Spelled out: told to ignore case, RE2 would take "falſe" too. */
export const BOOLEAN_TEXT = '^(?:[tT][rR][uU][eE]|[fF][aA][lL][sS][eE])$';
export const DATE_TEXT = '^\\d{4}-\\d{2}-\\d{2}$';

const INTEGER = new RegExp(INTEGER_TEXT);
const NUMBER = new RegExp(NUMBER_TEXT);
const BOOLEAN = new RegExp(BOOLEAN_TEXT);
const DATE = new RegExp(DATE_TEXT);
const DAY = 86_400_000;

/** Whether a value of a column of this type is of the declared type: a parse check, nothing is coerced. */
export function typeTest(declared: FieldType, stored: ColumnType): (value: Scalar) => boolean {
  switch (declared) {
    case 'string':
      return () => stored === 'string';
    case 'integer':
      return stored === 'number'
        ? (value) => Number.isInteger(value)
        : stored === 'string'
          ? (value) => INTEGER.test(String(value))
          : () => false;
    case 'number':
      return stored === 'number'
        ? () => true
        : stored === 'string'
          ? (value) => NUMBER.test(String(value))
          : () => false;
    case 'boolean':
      return stored === 'boolean'
        ? () => true
        : stored === 'string'
          ? (value) => BOOLEAN.test(String(value))
          : () => false;
    case 'date':
      return stored === 'time' ? (value) => Number(value) % DAY === 0 : stored === 'string' ? isDate : () => false;
    case 'datetime':
      return stored === 'time'
        ? () => true
        : stored === 'string'
          ? (value) => !isDate(value) && !Number.isNaN(parseTime(String(value)))
          : () => false;
  }
}

function isDate(value: Scalar): boolean {
  return DATE.test(String(value)) && !Number.isNaN(parseTime(String(value)));
}

/** A value as a number; text only when it is written as one, else NaN. */
export function numberIn(value: Scalar): number {
  return typeof value !== 'string' || NUMBER.test(value) ? Number(value) : NaN;
}

/** Equality of an allowed value and a stored one, by the stored one's type. */
export function textFits(allowed: Scalar, value: Scalar): boolean {
  return typeof allowed === typeof value ? allowed === value : String(allowed) === String(value);
}
