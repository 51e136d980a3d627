import { foldedName } from '@svc/duckdb-sql';
import { StatementRefused } from '../../duckdb/engine-failure';
import { isRefusedFunction, TABLE_FUNCTIONS } from './refused-functions';
import { isUnsettledFunction, isVolatileColumn, isVolatileFunction } from './volatile-names';

type Tree = Readonly<Record<string, unknown>>;
type Scope = ReadonlySet<string>;

/** The result of checking a statement. */
export interface StatementFacts {
  /** The tables it reads, lower case, as DuckDB compares them. */
  readonly tables: readonly string[];
  /** Not deterministic: the result may change over the same rows, because it reads the clock or random numbers. */
  readonly volatile: boolean;
  /** The volatile parts (time, randomness) of the statement, as written. */
  readonly unsettled: readonly string[];
}

interface Found {
  readonly tables: Set<string>;
  readonly unsettled: Set<string>;
  volatile: boolean;
}

const CLASSES: ReadonlySet<string> = new Set([
  'BETWEEN',
  'CASE',
  'CAST',
  'COLLATE',
  'COLUMN_REF',
  'COMPARISON',
  'CONJUNCTION',
  'CONSTANT',
  'DEFAULT',
  'FUNCTION',
  'LAMBDA',
  'LAMBDA_REF',
  'OPERATOR',
  'PARAMETER',
  'POSITIONAL_REFERENCE',
  'STAR',
  'SUBQUERY',
  'TYPE',
  'WINDOW',
]);
const KINDS: ReadonlySet<string> = new Set([
  // query nodes
  'SELECT_NODE',
  'SET_OPERATION_NODE',
  'RECURSIVE_CTE_NODE',
  'CTE_NODE',
  // table references
  'BASE_TABLE',
  'SUBQUERY',
  'JOIN',
  'TABLE_FUNCTION',
  'EXPRESSION_LIST',
  'EMPTY',
  'PIVOT',
  'SHOW_REF',
  // modifiers and order directions
  'ORDER_MODIFIER',
  'LIMIT_MODIFIER',
  'LIMIT_PERCENT_MODIFIER',
  'DISTINCT_MODIFIER',
  'ORDER_DEFAULT',
  'ASCENDING',
  'DESCENDING',
]);
const TYPE_INFO = /^[A-Z]+_TYPE_INFO$/;
const SHOWN: ReadonlySet<unknown> = new Set(['DESCRIBE', 'SUMMARY']);

/**
 * Walks a statement as `json_serialize_sql` returns it. Default deny: a node of an unknown kind is refused, so a new kind of DuckDB opens nothing.
 *
 * Refuses files as tables, other schemas and catalogs, table functions that are not listed, and functions that tell
 * about the server. Common table expressions count only where SQL lets them be seen; elsewhere the name is a table.
 */
export function checkStatement(statement: unknown): StatementFacts {
  const found: Found = { tables: new Set(), unsettled: new Set(), volatile: false };
  visit(statement, new Set(), found);
  return { tables: [...found.tables], volatile: found.volatile, unsettled: [...found.unsettled] };
}

function visit(value: unknown, scope: Scope, found: Found): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, scope, found);
  } else if (isTree(value)) {
    checkKind(value);
    if (value['class'] === 'CONSTANT') return;
    checkNode(value, scope, found);
    const inner = visitCommonTables(value['cte_map'], scope, found);
    for (const [key, member] of Object.entries(value)) {
      if (key === 'cte_map') continue;
      visit(
        member,
        value['type'] === 'RECURSIVE_CTE_NODE' && key === 'right' ? including(inner, value['cte_name']) : inner,
        found,
      );
    }
  }
}

function checkKind(node: Tree): void {
  const { class: expression, type } = node;
  const known =
    expression !== undefined
      ? typeof expression === 'string' && CLASSES.has(expression)
      : typeof type !== 'string' || KINDS.has(type) || TYPE_INFO.test(type);
  if (!known) throw new StatementRefused(`This part of SQL is not accepted here: ${String(expression ?? type)}.`);
}

function checkNode(node: Tree, scope: Scope, found: Found): void {
  const { class: expression, type } = node;
  if (expression === 'FUNCTION' || expression === 'WINDOW') checkFunction(node, found);
  checkSample(node['sample'], found);
  if (expression === 'COLUMN_REF') checkColumn(node['column_names'], found);
  if (expression !== undefined) return;
  if (type === 'BASE_TABLE') readTable(node, scope, found.tables);
  if (type === 'TABLE_FUNCTION') checkTableFunction(node['function']);
  if (type === 'SHOW_REF' && (node['query'] === undefined || !SHOWN.has(node['show_type']))) {
    throw new StatementRefused(
      'Only DESCRIBE and SUMMARIZE of a table or query are accepted; the list of datasets is at /api/datasets.',
    );
  }
}

/** A sample differs every time, unless it has a seed. */
function checkSample(sample: unknown, found: Found): void {
  if (sample === undefined) return;
  found.volatile = true;
  // The engine's value for none.
  if (!isTree(sample) || sample['seed'] === undefined || sample['seed'] === -1)
    found.unsettled.add('a sample without REPEATABLE (seed)');
}

/** `current_date` without parentheses is serialized as a column. */
function checkColumn(names: unknown, found: Found): void {
  if (!isVolatileColumn(names)) return;
  found.volatile = true;
  const name = String(names);
  if (isUnsettledFunction(name, 0)) found.unsettled.add(foldedName(name));
}

/** Each common table sees those before it and what its own statement sees; the body sees all of them. */
function visitCommonTables(map: unknown, scope: Scope, found: Found): Scope {
  let seen = scope;
  const entries = isTree(map) && Array.isArray(map['map']) ? map['map'] : [];
  for (const entry of entries) {
    if (!isTree(entry)) continue;
    visit(entry['value'], seen, found);
    seen = including(seen, entry['key']);
  }
  return seen;
}

function readTable(node: Tree, scope: Scope, tables: Set<string>): void {
  const name = nameOf(node['table_name']);
  if (isQualified(node['schema_name']) || isQualified(node['catalog_name'])) {
    throw new StatementRefused(`Tables are named without a schema: "${name}" alone.`);
  }
  if (!scope.has(name)) tables.add(name);
}

function checkTableFunction(called: unknown): void {
  const name = isTree(called) ? nameOf(called['function_name']) : '';
  if (!TABLE_FUNCTIONS.has(name)) {
    throw new StatementRefused(
      `The table function "${name}" is not accepted; rows come from datasets and derivations by their names.`,
    );
  }
}

function checkFunction(node: Tree, found: Found): void {
  const name = nameOf(node['function_name']);
  const { schema, catalog } = node;
  if (isQualified(catalog) || (isQualified(schema) && schema !== 'main'))
    throw new StatementRefused(`Functions are named without a schema: "${name}" alone.`);
  const { children } = node;
  if (isVolatileFunction(name)) found.volatile = true;
  if (isUnsettledFunction(name, Array.isArray(children) ? children.length : 0)) found.unsettled.add(`${name}()`);
  if (isRefusedFunction(name)) throw new StatementRefused(`The function "${name}" is not accepted here.`);
}

function nameOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new StatementRefused('A name is missing.');
  return foldedName(value);
}

function isQualified(qualifier: unknown): boolean {
  return qualifier !== undefined && qualifier !== '';
}

function including(scope: Scope, name: unknown): Scope {
  return typeof name === 'string' ? new Set([...scope, foldedName(name)]) : scope;
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
