import { type Column, type ColumnType, displayValue, isMissing } from '../table/column';
import type { Table } from '../table/table';
import { parseTime, timeValuesOf } from '../table/time-values';
import { sayPercent } from '../words/number-words';
import type { Checked } from './checked';
import type { ContractContext } from './contract-context';
import { Clause, unevaluable } from './clause';
import { MISSING_KEY_COLUMN, MISSING_RULE_COLUMN, ruleName, UNLIKE_VALUES } from './clause-notes';
import type { CrossColumn, DataContract, ForeignKey, Operator, Scalar, TableRules } from './data-contract';

/** All clauses about the table as a whole. */
export function checkTable(
  { fields, table: rules = {} }: DataContract,
  table: Table,
  context: ContractContext,
): Checked[] {
  const names = fields.map((field) => field.name);
  return [
    ...(rules.columnsMatch === true ? [columnsMatch(names, table)] : []),
    ...(rules.rowCount === undefined ? [] : [rowCount(rules.rowCount, table)]),
    ...(rules.primaryKey === undefined ? [] : [uniqueKey('primaryKey', rules.primaryKey, table, true)]),
    ...(rules.uniqueKeys ?? []).map((key) => uniqueKey('uniqueKey', key, table, false)),
    ...(rules.foreignKeys ?? []).map((key) => foreignKey(key, table, context)),
    ...(rules.freshness === undefined ? [] : [freshness(rules.freshness, table, context)]),
    ...(rules.volume === undefined ? [] : [volume(rules.volume, table, context)]),
    ...(rules.rules ?? []).map((rule) => crossColumn(rule, table)),
  ];
}

function one(name: string, holds: boolean, note: string): Checked {
  const clause = new Clause(name, null, note);
  if (holds) clause.pass();
  else clause.fail(null, null);
  return { report: clause.report(), violations: clause.violations };
}

function open(name: string, detail: string): Checked {
  return { report: unevaluable(name, detail), violations: [] };
}

function columnsMatch(names: readonly string[], table: Table): Checked {
  const same = names.length === table.names.length && names.every((name, i) => table.names[i] === name);
  return one('columnsMatch', same, `the columns are ${table.names.slice(0, 30).join(', ')}`);
}

function rowCount({ min = 0, max = Infinity }: { min?: number; max?: number }, table: Table): Checked {
  return one(
    'rowCount',
    table.rowCount >= min && table.rowCount <= max,
    `${table.rowCount} rows, allowed ${min} to ${max === Infinity ? 'any' : max}`,
  );
}

/** One text per combination; lengths keep ("a","bc") and ("ab","c") apart. */
function keyAt(columns: readonly Column[], row: number): string | null {
  const parts = columns.map((column) => (isMissing(column, row) ? null : String(comparable(column, row))));
  return parts.includes(null) ? null : parts.map((part) => `${part?.length ?? 0}:${part ?? ''}`).join('');
}

function columnsOf(names: readonly string[], table: Table): Column[] | null {
  const columns = names.map((name) => table.column(name)).filter((column) => column !== undefined);
  return columns.length === names.length ? columns : null;
}

/** A primary key may not be missing; another key with a missing part is not compared (SQL's rule). */
function uniqueKey(kind: string, names: readonly string[], table: Table, present: boolean): Checked {
  const name = `${kind}(${names.join(', ')})`;
  const columns = columnsOf(names, table);
  if (columns === null) return open(name, MISSING_KEY_COLUMN);
  const clause = new Clause(name, names.join(', '), 'repeats an earlier key or is missing');
  const seen = new Set<string>();
  for (let row = 0; row < table.rowCount; row++) {
    const key = keyAt(columns, row);
    if (key === null ? present : seen.has(key))
      clause.fail(row, columns.map((column) => displayValue(column, row) ?? '').join(', '));
    else clause.pass();
    if (key !== null) seen.add(key);
  }
  return { report: clause.report(), violations: clause.violations };
}

function foreignKey({ fields, reference }: ForeignKey, table: Table, { references = {} }: ContractContext): Checked {
  const name = `foreignKey(${fields.join(', ')} → ${reference.resource})`;
  const target = Object.hasOwn(references, reference.resource) ? references[reference.resource] : undefined;
  const columns = columnsOf(fields, table);
  const theirs = target === undefined ? null : columnsOf(reference.fields, target);
  if (target === undefined || theirs === null || columns === null)
    return open(name, `"${reference.resource}" with ${reference.fields.join(', ')} is not available`);
  if (columns.some((column, i) => (column.type === 'string') !== (theirs[i]?.type === 'string')))
    return open(name, UNLIKE_VALUES);
  const known = new Set<string | null>(Array.from({ length: target.rowCount }, (_, row) => keyAt(theirs, row)));
  const clause = new Clause(name, fields.join(', '), `is not in ${reference.resource}`);
  for (let row = 0; row < table.rowCount; row++) {
    const key = keyAt(columns, row);
    if (key === null) continue;
    if (known.has(key)) clause.pass();
    else clause.fail(row, columns.map((column) => displayValue(column, row) ?? '').join(', '));
  }
  return { report: clause.report(), violations: clause.violations };
}

function freshness(
  { field, maxAgeHours }: NonNullable<TableRules['freshness']>,
  table: Table,
  { now }: ContractContext,
): Checked {
  const name = `freshness(${field})`;
  const column = table.column(field);
  const times = column === undefined ? null : timeValuesOf(column);
  if (times === null) return open(name, `"${field}" has no time values`);
  if (now === undefined) return open(name, 'the time of the check is unknown');
  const newest = times.reduce((latest, time) => (time > latest ? time : latest), -Infinity);
  if (newest === -Infinity) return open(name, `"${field}" is empty`);
  const age = (now - newest) / 3_600_000;
  return one(
    name,
    age <= maxAgeHours,
    `the newest ${field} is ${Math.round(age * 10) / 10} hours old, allowed ${maxAgeHours}`,
  );
}

function volume(
  { maxDrop, maxRise }: NonNullable<TableRules['volume']>,
  table: Table,
  { previousRowCount: before }: ContractContext,
): Checked {
  const name = 'volume';
  if (before === undefined) return open(name, 'the row count of the previous run is unknown');
  if (before === null || before === 0) return one(name, true, 'there is no previous run');
  const change = (table.rowCount - before) / before;
  const holds = (maxDrop === undefined || -change <= maxDrop) && (maxRise === undefined || change <= maxRise);
  return one(name, holds, `${table.rowCount} rows after ${before}: ${sayPercent(change)}`);
}

function crossColumn(rule: CrossColumn, table: Table): Checked {
  const { left, operator, right } = rule;
  const name = ruleName(rule);
  const column = table.column(left);
  const other = 'field' in right ? table.column(right.field) : null;
  if (column === undefined || other === undefined) return open(name, MISSING_RULE_COLUMN);
  const constant = 'value' in right ? constantFor(column.type, right.value) : null;
  const unlike = other === null ? constant === null : (column.type === 'string') !== (other.type === 'string');
  if (unlike) return open(name, UNLIKE_VALUES);
  const clause = new Clause(name, left, `breaks ${name}`);
  for (let row = 0; row < table.rowCount; row++) {
    if (isMissing(column, row) || (other !== null && isMissing(other, row))) continue;
    if (stands(comparable(column, row), operator, other === null ? (constant ?? '') : comparable(other, row)))
      clause.pass();
    else
      clause.fail(
        row,
        `${displayValue(column, row) ?? ''} ${other === null ? '' : (displayValue(other, row) ?? '')}`.trim(),
      );
  }
  return { report: clause.report(), violations: clause.violations };
}

/** A rule's constant as values of the column are compared: text with text, a date with times; null where they are unlike. */
export function constantFor(type: ColumnType, value: Scalar): string | number | null {
  if (typeof value !== 'string') return type === 'string' ? null : Number(value);
  const time = type === 'time' ? parseTime(value) : NaN;
  return type === 'string' ? value : Number.isNaN(time) ? null : time;
}

function comparable(column: Column, row: number): string | number {
  return column.type === 'string' ? (column.levels[column.codes[row] ?? -1] ?? '') : (column.values[row] ?? NaN) + 0;
}

function stands(a: string | number, operator: Operator, b: string | number): boolean {
  const order = typeof a === 'string' && typeof b === 'string' ? compareText(a, b) : Number(a) - Number(b);
  switch (operator) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '=':
      return order === 0;
    case '!=':
      return order !== 0;
    case '>=':
      return order >= 0;
    case '>':
      return order > 0;
  }
}

/** By code point, as databases compare UTF-8 (ISO times are in order that way). */
function compareText(a: string, b: string): number {
  const least = Math.min(a.length, b.length);
  let i = 0;
  while (i < least && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  return i === least ? a.length - b.length : rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
}

/** Halves of a code point beyond 16 bits stand above all others. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
