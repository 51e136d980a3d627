import type { Aggregation, Grain, MetricDefinition } from '@svc/contracts';
import { metricOperands } from '@svc/contracts';
import type { CallName } from './expression/expression-parser';

/** Which rows contribute to the value of a period: a length of time that ends with it, a calendar period so far, or all so far. */
export type Window =
  | { readonly kind: 'last'; readonly count: number; readonly grain: Grain }
  | { readonly kind: 'to-date'; readonly grain: Grain }
  | { readonly kind: 'so-far' };

/** One aggregation over one source, with its time column, if the metric has a time dimension. */
export interface Measure {
  readonly kind: 'measure';
  /** The simple metric that declares it. */
  readonly metric: string;
  readonly source: string;
  readonly agg: Aggregation;
  readonly column: string | null;
  readonly timeColumn: string | null;
  /** Null: the rows of the period itself. */
  readonly window: Window | null;
}

/** Arithmetic on values; a ratio is a division. */
export interface Call {
  readonly kind: 'call';
  readonly name: CallName;
  readonly args: readonly Expression[];
}

/** What a metric computes, in terms of its measures. */
export type Expression = Measure | Call | { readonly kind: 'number'; readonly text: string };

/** A metric with its operands resolved: which queries are possible. */
export interface MetricShape {
  readonly name: string;
  readonly expression: Expression;
  /** The columns it may be grouped and filtered by, besides time. Every source of the metric has all of them. */
  readonly dimensions: readonly string[];
  /** The name of time in answers, and the default grain of a query by time. */
  readonly time: { readonly name: string; readonly grain: Grain | null } | null;
}

/** Every definition by name; a map is one. */
export interface Definitions {
  get(name: string): MetricDefinition | undefined;
  keys(): Iterable<string>;
  values(): Iterable<MetricDefinition>;
}

/** The catalogue with this definition added. Nothing is copied: imports do this thousands of times. */
export function withDefinition(definitions: Definitions, definition: MetricDefinition): Definitions {
  return {
    get: (name) => (name === definition.name ? definition : definitions.get(name)),
    keys: () => new Set([...definitions.keys(), definition.name]),
    values: () => [...[...definitions.values()].filter((it) => it.name !== definition.name), definition],
  };
}

/** The measures of an expression, left to right. */
export function measuresOf(expression: Expression): readonly Measure[] {
  if (expression.kind === 'measure') return [expression];
  return expression.kind === 'call' ? expression.args.flatMap(measuresOf) : [];
}

/** The derivations a shape depends on, each once; the first is that of its first measure. */
export function sourcesOf(shape: MetricShape): readonly string[] {
  return [...new Set(measuresOf(shape.expression).map((it) => it.source))];
}

/** True when some value needs rows of periods other than its own. */
export function isCumulative(shape: MetricShape): boolean {
  return measuresOf(shape.expression).some((it) => it.window !== null);
}

/** The metrics that name `name` as an operand. */
export function usersOf(name: string, definitions: Definitions): readonly string[] {
  return [...definitions.values()].filter((it) => metricOperands(it).includes(name)).map((it) => it.name);
}

/** True when all operands of the definition exist. */
export function isComplete(definition: MetricDefinition, definitions: Definitions): boolean {
  return metricOperands(definition).every((name) => {
    const operand = definitions.get(name);
    return operand !== undefined && isComplete(operand, definitions);
  });
}
