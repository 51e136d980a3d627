import { constantFor } from '../check-table';
import { reportOf, unevaluable } from '../clause';
import { MISSING_KEY_COLUMN, MISSING_RULE_COLUMN, ruleName, UNLIKE_VALUES } from '../clause-notes';
import type { CrossColumn, DataContract, ForeignKey, TableRules } from '../data-contract';
import { type CompiledClause, countWhere } from './counted-clause';
import type { SqlContractContext, SqlRelation } from './sql-relation';
import type { Parameters } from './parameters';
import { comparable, milliseconds, present, type SqlColumn } from './sql-column';

/** All clauses about the relation as a whole; the counterpart of `checkTable`. */
export function compileTableRules(
  { fields, table: rules = {} }: DataContract,
  relation: SqlRelation,
  context: SqlContractContext,
  parameters: Parameters,
): CompiledClause[] {
  const { columns } = relation;
  return [
    ...(rules.columnsMatch === true
      ? [
          columnsMatch(
            fields.map(({ name }) => name),
            columns,
          ),
        ]
      : []),
    ...(rules.rowCount === undefined ? [] : [rowCount(rules.rowCount, parameters)]),
    ...(rules.primaryKey === undefined ? [] : [uniqueKey('primaryKey', rules.primaryKey, columns, true)]),
    ...(rules.uniqueKeys ?? []).map((key) => uniqueKey('uniqueKey', key, columns, false)),
    ...(rules.foreignKeys ?? []).map((key) => foreignKey(key, columns, context)),
    ...(rules.freshness === undefined ? [] : [freshness(rules.freshness, columns, context, parameters)]),
    ...(rules.volume === undefined ? [] : [volume(rules.volume, context, parameters)]),
    ...(rules.rules ?? []).map((rule) => crossColumn(rule, columns, parameters)),
  ];
}

function columnsMatch(names: readonly string[], columns: readonly SqlColumn[]): CompiledClause {
  const same = names.length === columns.length && names.every((name, i) => columns[i]?.name === name);
  const note = `the columns are ${columns
    .slice(0, 30)
    .map(({ name }) => name)
    .join(', ')}`;
  return reportOf({ name: 'columnsMatch', note }, { checked: 1, violated: same ? 0 : 1 });
}

/** One thing to check, broken unless the condition holds. */
function one(name: string, note: string, holds: string): CompiledClause {
  return { name, note, checked: '1', violated: `CASE WHEN ${holds} THEN 0 ELSE 1 END` };
}

function rowCount(
  { min = 0, max = Infinity }: NonNullable<TableRules['rowCount']>,
  parameters: Parameters,
): CompiledClause {
  const below = max === Infinity ? 'true' : `count(*) <= ${parameters.add(max)}`;
  return one(
    'rowCount',
    `not ${min} to ${max === Infinity ? 'any' : max} rows`,
    `count(*) >= ${parameters.add(min)} AND ${below}`,
  );
}

function columnsOf(names: readonly string[], columns: readonly SqlColumn[]): SqlColumn[] | null {
  const found = names
    .map((name) => columns.find((column) => column.name === name))
    .filter((column) => column !== undefined);
  return found.length === names.length ? found : null;
}

function keyOf(columns: readonly SqlColumn[]): { readonly there: string; readonly value: string } {
  return {
    there: `(${columns.map(present).join(' AND ')})`,
    value: `struct_pack(${columns.map((column, i) => `k${i} := ${comparable(column)}`).join(', ')})`,
  };
}

function uniqueKey(
  kind: string,
  names: readonly string[],
  all: readonly SqlColumn[],
  mustBePresent: boolean,
): CompiledClause {
  const name = `${kind}(${names.join(', ')})`;
  const columns = columnsOf(names, all);
  if (columns === null) return unevaluable(name, MISSING_KEY_COLUMN);
  const { there, value } = keyOf(columns);
  const repeated = `${countWhere(there)} - count(DISTINCT ${value}) FILTER (WHERE ${there})`;
  return {
    name,
    note: 'repeats an earlier key or is missing',
    checked: 'count(*)',
    violated: mustBePresent ? `${countWhere(`NOT ${there}`)} + ${repeated}` : repeated,
  };
}

function foreignKey(
  { fields, reference }: ForeignKey,
  all: readonly SqlColumn[],
  { references = {} }: SqlContractContext,
): CompiledClause {
  const name = `foreignKey(${fields.join(', ')} → ${reference.resource})`;
  const target = Object.hasOwn(references, reference.resource) ? references[reference.resource] : undefined;
  const columns = columnsOf(fields, all);
  const theirs = target === undefined ? null : columnsOf(reference.fields, target.columns);
  if (target === undefined || theirs === null || columns === null)
    return unevaluable(name, `"${reference.resource}" with ${reference.fields.join(', ')} is not available`);
  if (columns.some((column, i) => (column.type === 'string') !== (theirs[i]?.type === 'string')))
    return unevaluable(name, UNLIKE_VALUES);
  const [own, known] = [keyOf(columns), keyOf(theirs)];
  const isKnown = `${own.value} IN (SELECT ${known.value} FROM ${target.sql} WHERE ${known.there})`;
  return {
    name,
    note: `is not in ${reference.resource}`,
    checked: countWhere(own.there),
    violated: countWhere(`${own.there} AND NOT (${isKnown})`),
  };
}

function freshness(
  { field, maxAgeHours }: NonNullable<TableRules['freshness']>,
  columns: readonly SqlColumn[],
  { now }: SqlContractContext,
  parameters: Parameters,
): CompiledClause {
  const name = `freshness(${field})`;
  const column = columns.find((known) => known.name === field);
  if (column === undefined || column.type === 'boolean') return unevaluable(name, `"${field}" has no time values`);
  if (now === undefined) return unevaluable(name, 'the time of the check is unknown');
  const time = milliseconds(column, parameters);
  const age = `(${parameters.add(now)} - max(${time}) FILTER (WHERE ${present(column)})) / 3600000.0`;
  const unknown = `${countWhere(present(column))} = 0 OR ${countWhere(`${present(column)} AND ${time} IS NULL`)} > 0`;
  return {
    name,
    note: `the newest ${field} is older than ${maxAgeHours} hours`,
    checked: '1',
    violated: `CASE WHEN ${age} <= ${parameters.add(maxAgeHours)} THEN 0 ELSE 1 END`,
    open: { when: unknown, detail: `"${field}" is empty or has a value that is not a time` },
  };
}

function volume(
  { maxDrop, maxRise }: NonNullable<TableRules['volume']>,
  { previousRowCount: before }: SqlContractContext,
  parameters: Parameters,
): CompiledClause {
  const name = 'volume';
  if (before === undefined) return unevaluable(name, 'the row count of the previous run is unknown');
  if (before === null || before === 0) return reportOf({ name, note: '' }, { checked: 1, violated: 0 });
  const change = `((count(*) - ${parameters.add(before)}) / ${parameters.add(before)})`;
  const bounds = [
    ...(maxDrop === undefined ? [] : [`-${change} <= ${parameters.add(maxDrop)}`]),
    ...(maxRise === undefined ? [] : [`${change} <= ${parameters.add(maxRise)}`]),
  ];
  return one(name, `differs too much from ${before} rows`, bounds.join(' AND ') || 'true');
}

const SQL_OPERATORS: Readonly<Record<CrossColumn['operator'], string>> = {
  '<': '<',
  '<=': '<=',
  '=': '=',
  '!=': '<>',
  '>=': '>=',
  '>': '>',
};

function crossColumn(rule: CrossColumn, columns: readonly SqlColumn[], parameters: Parameters): CompiledClause {
  const { left, operator, right } = rule;
  const name = ruleName(rule);
  const column = columns.find((known) => known.name === left);
  const other = 'field' in right ? columns.find((known) => known.name === right.field) : null;
  if (column === undefined || other === undefined) return unevaluable(name, MISSING_RULE_COLUMN);
  const constant = 'value' in right ? constantFor(column.type, right.value) : null;
  if (other === null ? constant === null : (column.type === 'string') !== (other.type === 'string'))
    return unevaluable(name, UNLIKE_VALUES);
  const there = other === null ? present(column) : `(${present(column)} AND ${present(other)})`;
  const against = other === null ? parameters.add(constant ?? '') : comparable(other);
  return {
    name,
    note: `breaks ${name}`,
    checked: countWhere(there),
    violated: countWhere(`${there} AND NOT (${comparable(column)} ${SQL_OPERATORS[operator]} ${against})`),
  };
}
