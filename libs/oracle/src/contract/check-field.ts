import { RE2JS } from 're2js';
import type { Column } from '../table/column';
import { displayValue, isMissing } from '../table/column';
import type { Table } from '../table/table';
import { Clause, unevaluable } from './clause';
import { fieldNote, MISSING_COLUMN, mostlyOf, textUnknown } from './clause-notes';
import type { Checked } from './checked';
import type { Constraints, ContractField, FieldClause, Scalar } from './data-contract';
import { numberIn, textFits, typeTest } from './field-type';

/** All clauses of one field. Missing values face `required` only. */
export function checkField(field: ContractField, table: Table): Checked[] {
  const column = table.column(field.name);
  if (column === undefined) {
    const clause = new Clause(`${field.name}: exists`, field.name, MISSING_COLUMN);
    clause.fail(null, null);
    return [done(clause)];
  }
  const { constraints = {} } = field;
  const clauses = [typeClause(field, column, table)];
  if (constraints.required === true) clauses.push(requiredClause(field, column, table));
  if (constraints.unique === true) clauses.push(uniqueClause(field, column, table));
  return [...clauses, ...valueClauses(field, constraints, column, table)];
}

function done(clause: Clause): Checked {
  return { report: clause.report(), violations: clause.violations };
}

function newClause(field: ContractField, name: FieldClause): Clause {
  return new Clause(`${field.name}: ${name}`, field.name, fieldNote(field, name), mostlyOf(field, name));
}

/** Text is tested once per distinct value: a column of a million rows and ten texts costs ten tests. */
function eachPresent(column: Column, table: Table, test: (value: Scalar) => boolean, clause: Clause): Checked {
  const byLevel = column.type === 'string' ? column.levels.map(test) : [];
  for (let row = 0; row < table.rowCount; row++) {
    if (isMissing(column, row)) continue;
    const fits = column.type === 'string' ? byLevel[column.codes[row] ?? -1] === true : test(scalarAt(column, row));
    if (fits) clause.pass();
    else clause.fail(row, displayValue(column, row));
  }
  return done(clause);
}

function scalarAt(column: Exclude<Column, { type: 'string' }>, row: number): Scalar {
  const value = column.values[row] ?? NaN;
  return column.type === 'boolean' ? value === 1 : value;
}

function typeClause(field: ContractField, column: Column, table: Table): Checked {
  return eachPresent(column, table, typeTest(field.type, column.type), newClause(field, 'type'));
}

function requiredClause(field: ContractField, column: Column, table: Table): Checked {
  const clause = newClause(field, 'required');
  for (let row = 0; row < table.rowCount; row++) {
    if (isMissing(column, row)) clause.fail(row, null);
    else clause.pass();
  }
  return done(clause);
}

function uniqueClause(field: ContractField, column: Column, table: Table): Checked {
  const clause = newClause(field, 'unique');
  const seen = new Set<number>();
  for (let row = 0; row < table.rowCount; row++) {
    if (isMissing(column, row)) continue;
    const key = column.type === 'string' ? (column.codes[row] ?? -1) : (column.values[row] ?? NaN);
    if (seen.has(key)) clause.fail(row, displayValue(column, row));
    else clause.pass();
    seen.add(key);
  }
  return done(clause);
}

function valueClauses(field: ContractField, constraints: Constraints, column: Column, table: Table): Checked[] {
  const { minimum, maximum, minLength, maxLength, pattern, enum: allowed } = constraints;
  const checks: Checked[] = [];
  const add = (name: FieldClause, test: (value: Scalar) => boolean): void => {
    checks.push(eachPresent(column, table, test, newClause(field, name)));
  };
  if (minimum !== undefined) add('minimum', (value) => numberIn(value) >= minimum);
  if (maximum !== undefined) add('maximum', (value) => numberIn(value) <= maximum);
  if (allowed !== undefined) add('enum', (value) => allowed.some((item) => textFits(item, value)));
  if (column.type !== 'string' && (minLength !== undefined || maxLength !== undefined || pattern !== undefined)) {
    checks.push({ report: unevaluable(`${field.name}: text`, textUnknown(column.type)), violations: [] });
    return checks;
  }
  if (minLength !== undefined) add('minLength', (value) => lengthOf(value) >= minLength);
  if (maxLength !== undefined) add('maxLength', (value) => lengthOf(value) <= maxLength);
  if (pattern !== undefined) {
    const compiled = RE2JS.compile(pattern);
    add('pattern', (value) => compiled.matcher(String(value)).find());
  }
  return checks;
}

/** Code points, as a person counts. */
function lengthOf(value: Scalar): number {
  return [...String(value)].length;
}
