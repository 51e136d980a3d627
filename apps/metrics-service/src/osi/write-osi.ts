import type { Json, MetricDefinition, SimpleMetric } from '@svc/contracts';
import { z } from 'zod';
import { parseExpression, type Syntax } from '../metric/definition/expression/expression-parser';
import type { Definitions } from '../metric/definition/metric';
import { OUR_KEY, OUR_VENDOR } from './osi-document';
import { EXPORT_VERSION } from './osi-schema';

type JsonObject = Readonly<Record<string, Json>>;

/**
 * Every metric as one semantic model: a dataset for each derivation with the columns that metrics use, a SQL expression
 * that other tools read, and our exact definition in an extension. The description adds what the expression cannot express.
 */
export function writeOsi(definitions: Definitions): { readonly version: string; readonly semantic_model: Json[] } {
  const metrics = [...definitions.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
  const simple = metrics.filter((it) => it.type === 'simple');
  const sources = [...new Set(simple.map((it) => it.source))].sort();
  const datasets = sources.map((source) =>
    dataset(
      source,
      simple.filter((it) => it.source === source),
    ),
  );
  const model = {
    name: 'svc_metrics',
    description: 'Metrics over certified derivations',
    datasets,
    metrics: metrics.map((it) => metric(it, definitions)),
  };
  // A model needs at least one dataset, so without metrics there is none.
  return { version: EXPORT_VERSION, semantic_model: metrics.length === 0 ? [] : [model] };
}

const ansi = (expression: string): JsonObject => ({ dialects: [{ dialect: 'ANSI_SQL', expression }] });

/** SQL names, quoted where they have to be. */
const identifier = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

function dataset(source: string, metrics: readonly SimpleMetric[]): Record<string, Json> {
  const times = new Set(metrics.flatMap((it) => it.timeDimension?.column ?? []));
  const dimensions = new Set(metrics.flatMap((it) => it.dimensions));
  const columns = new Set([...times, ...dimensions, ...metrics.flatMap((it) => it.measure.column ?? [])]);
  const fields = [...columns].sort().map((name) => {
    const dimension = times.has(name)
      ? { dimension: { is_time: true } }
      : dimensions.has(name)
        ? { dimension: { is_time: false } }
        : {};
    return { name, expression: ansi(identifier(name)), ...dimension };
  });
  return { name: source, source, fields };
}

const kept = z.object({
  ai_context: z.json().optional(),
  custom_extensions: z.array(z.object({ vendor_name: z.string(), data: z.string() })).optional(),
});
const VENDORS: readonly string[] = ['COMMON', 'SNOWFLAKE', 'SALESFORCE', 'DBT', 'DATABRICKS', 'GOODDATA'];

function metric(definition: MetricDefinition, definitions: Definitions): Record<string, Json> {
  const own = { vendor_name: OUR_VENDOR, data: JSON.stringify({ [OUR_KEY]: definition }) };
  const parsed = kept.safeParse(definition.meta?.['osi']);
  const { ai_context, custom_extensions = [] } = parsed.success ? parsed.data : {};
  const description = [definition.description, accumulated(definition)].filter((it) => it !== undefined).join(' ');
  return {
    name: definition.name,
    expression: ansi(sqlOf(definition, definitions)),
    ...(description === '' ? {} : { description }),
    ...(ai_context === undefined ? {} : { ai_context }),
    // 0.1.1 allows few vendors; the others stay in our definition.
    custom_extensions: [...custom_extensions.filter((it) => VENDORS.includes(it.vendor_name)), own],
  };
}

function accumulated(definition: MetricDefinition): string | undefined {
  if (definition.type !== 'cumulative') return undefined;
  const { window, toDate } = definition;
  const over =
    window !== undefined
      ? `the last ${window.count} ${window.grain}s`
      : toDate === undefined
        ? 'all periods so far'
        : `the ${toDate} to date`;
  return `(Accumulated over ${over}; the expression is that of one period.)`;
}

function sqlOf(definition: MetricDefinition, definitions: Definitions): string {
  const operand = (name: string): string => {
    const found = definitions.get(name);
    if (found === undefined) throw new Error(`"${definition.name}" uses "${name}", which does not exist`);
    return sqlOf(found, definitions);
  };
  switch (definition.type) {
    case 'simple':
      return aggregateSql(definition);
    case 'ratio':
      return `(${operand(definition.numerator)}) / (${operand(definition.denominator)})`;
    case 'cumulative':
      return operand(definition.metric);
    case 'derived': {
      const parsed = parseExpression(definition.expression);
      if (!parsed.ok) throw new Error(`"${definition.name}": ${parsed.message}`);
      return syntaxSql(parsed.syntax, operand);
    }
  }
}

function aggregateSql({ source, measure: { agg, column } }: SimpleMetric): string {
  if (column === undefined) return 'COUNT(*)';
  const name = `${identifier(source)}.${identifier(column)}`;
  switch (agg) {
    case 'count_distinct':
      return `COUNT(DISTINCT ${name})`;
    case 'average':
      return `AVG(${name})`;
    case 'median':
      // Other tools read this, but not MEDIAN.
      return `PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY ${name})`;
    default:
      return `${agg.toUpperCase()}(${name})`;
  }
}

function syntaxSql(syntax: Syntax, operand: (name: string) => string): string {
  if (syntax.kind === 'number') return syntax.text;
  if (syntax.kind === 'name') return `(${operand(syntax.name)})`;
  const args = syntax.args.map((it) => syntaxSql(it, operand));
  if (syntax.name === 'negate') return `(-${args[0] ?? ''})`;
  return /^\w/.test(syntax.name)
    ? `${syntax.name.toUpperCase()}(${args.join(', ')})`
    : `(${args.join(` ${syntax.name} `)})`;
}
