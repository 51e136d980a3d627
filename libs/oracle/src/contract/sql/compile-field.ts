import { reportOf, unevaluable } from '../clause';
import { fieldNote, MISSING_COLUMN, mostlyOf, textUnknown } from '../clause-notes';
import type { ContractField, FieldClause, FieldType, Scalar } from '../data-contract';
import { BOOLEAN_TEXT, DATE_TEXT, INTEGER_TEXT, NUMBER_TEXT } from '../field-type';
import { type CompiledClause, type CountedClause, countWhere } from './counted-clause';
import type { Parameters } from './parameters';
import { comparable, isMoment, present, quoted, type SqlColumn } from './sql-column';

/** All clauses of one field over a column; the counterpart of `checkField`. */
export function compileField(
  field: ContractField,
  column: SqlColumn | undefined,
  parameters: Parameters,
): CompiledClause[] {
  if (column === undefined)
    return [reportOf({ name: `${field.name}: exists`, note: MISSING_COLUMN }, { checked: 1, violated: 1 })];
  const { constraints = {} } = field;
  const clauses: CompiledClause[] = [valueClause(field, 'type', column, typeHolds(field.type, column, parameters))];
  if (constraints.required === true)
    clauses.push(counted(field, 'required', 'count(*)', countWhere(`NOT ${present(column)}`)));
  if (constraints.unique === true) {
    const there = countWhere(present(column));
    clauses.push(
      counted(
        field,
        'unique',
        there,
        `${there} - count(DISTINCT ${comparable(column)}) FILTER (WHERE ${present(column)})`,
      ),
    );
  }
  return [...clauses, ...constraintClauses(field, column, parameters)];
}

function counted(field: ContractField, clause: FieldClause, checked: string, violated: string): CountedClause {
  return {
    name: `${field.name}: ${clause}`,
    note: fieldNote(field, clause),
    mostly: mostlyOf(field, clause),
    checked,
    violated,
  };
}

function valueClause(field: ContractField, clause: FieldClause, column: SqlColumn, holds: string): CountedClause {
  return counted(
    field,
    clause,
    countWhere(present(column)),
    countWhere(`${present(column)} AND NOT coalesce(${holds}, false)`),
  );
}

function constraintClauses(field: ContractField, column: SqlColumn, parameters: Parameters): CompiledClause[] {
  const { minimum, maximum, minLength, maxLength, pattern, enum: allowed } = field.constraints ?? {};
  const text = quoted(column.name);
  const clauses: CompiledClause[] = [];
  const add = (clause: FieldClause, holds: string): void => {
    clauses.push(valueClause(field, clause, column, holds));
  };
  if (minimum !== undefined) add('minimum', `${numberIn(column, parameters)} >= ${parameters.add(minimum)}`);
  if (maximum !== undefined) add('maximum', `${numberIn(column, parameters)} <= ${parameters.add(maximum)}`);
  if (allowed !== undefined) add('enum', isOneOf(allowed, column, parameters));
  if (column.type !== 'string') {
    const asksText = minLength !== undefined || maxLength !== undefined || pattern !== undefined;
    return asksText ? [...clauses, unevaluable(`${field.name}: text`, textUnknown(column.type))] : clauses;
  }
  if (minLength !== undefined) add('minLength', `length(${text}) >= ${parameters.add(minLength)}`);
  if (maxLength !== undefined) add('maxLength', `length(${text}) <= ${parameters.add(maxLength)}`);
  if (pattern !== undefined) add('pattern', `regexp_matches(${text}, ${parameters.add(pattern)})`);
  return clauses;
}

function typeHolds(declared: FieldType, column: SqlColumn, parameters: Parameters): string {
  const { type } = column;
  const text = quoted(column.name);
  const fits = (form: string): string => `regexp_matches(${text}, ${parameters.add(form)})`;
  const isDate = (): string => `(${fits(DATE_TEXT)} AND ${isMoment(text, parameters)})`;
  switch (declared) {
    case 'string':
      return String(type === 'string');
    case 'integer':
      return type === 'number'
        ? `${comparable(column)} = trunc(${comparable(column)})`
        : type === 'string'
          ? fits(INTEGER_TEXT)
          : 'false';
    case 'number':
      return type === 'number' ? 'true' : type === 'string' ? fits(NUMBER_TEXT) : 'false';
    case 'boolean':
      return type === 'boolean' ? 'true' : type === 'string' ? fits(BOOLEAN_TEXT) : 'false';
    case 'date':
      return type === 'time' ? `${comparable(column)} % 86400000 = 0` : type === 'string' ? isDate() : 'false';
    case 'datetime':
      return type === 'time'
        ? 'true'
        : type === 'string'
          ? `(NOT ${isDate()} AND ${isMoment(text, parameters)})`
          : 'false';
  }
}

/** The value as a number; NULL for text that is not written as one. */
function numberIn(column: SqlColumn, parameters: Parameters): string {
  if (column.type !== 'string') return comparable(column);
  const text = quoted(column.name);
  return `CASE WHEN regexp_matches(${text}, ${parameters.add(NUMBER_TEXT)}) THEN TRY_CAST(${text} AS DOUBLE) END`;
}

/** Membership by the stored type: text that is exactly how a number or true/false is written counts as that. */
function isOneOf(allowed: readonly Scalar[], column: SqlColumn, parameters: Parameters): string {
  const places = allowed.flatMap((item): string[] => {
    if (column.type === 'string') return [parameters.add(String(item))];
    if (column.type === 'boolean') return String(item) === 'true' ? ['1'] : String(item) === 'false' ? ['0'] : [];
    const number = Number(item);
    return typeof item !== 'boolean' && String(number) === String(item) && Number.isFinite(number)
      ? [parameters.add(number)]
      : [];
  });
  return places.length === 0 ? 'false' : `${comparable(column)} IN (${places.join(', ')})`;
}
