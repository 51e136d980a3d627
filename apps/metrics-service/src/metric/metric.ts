import type { Aggregation, Grain, MetricDefinition, ProblemItem } from '@svc/contracts';
import { didYouMean, quotedList } from './closest-name';

/** One aggregation over one source, with the column that says when, if the metric has a time dimension. */
export interface Measure {
  readonly kind: 'measure';
  /** The simple metric that declares it. */
  readonly metric: string;
  readonly source: string;
  readonly agg: Aggregation;
  readonly column: string | null;
  readonly timeColumn: string | null;
}

/** What a metric computes, down to its measures. */
export type Expression = Measure | { readonly kind: 'ratio'; readonly numerator: Expression; readonly denominator: Expression };

/** A metric with its operands put in: what may be asked of it. */
export interface MetricShape {
  readonly name: string;
  readonly expression: Expression;
  /** The columns it may be grouped and filtered by, besides time. Every source of the metric has all of them. */
  readonly dimensions: readonly string[];
  /** How time is called in answers, and the grain a query gets that asks for time without one. */
  readonly time: { readonly name: string; readonly grain: Grain | null } | null;
}

/** Every definition by name. */
export type Definitions = ReadonlyMap<string, MetricDefinition>;

export type ShapeResult = { readonly ok: true; readonly shape: MetricShape } | { readonly ok: false; readonly errors: readonly ProblemItem[] };

/** Ratios of ratios are allowed; a metric that needs more measures than this is a mistake or an attack. */
const MOST_MEASURES = 64;

/** The measures of an expression, left to right. */
export function measuresOf(expression: Expression): readonly Measure[] {
  return expression.kind === 'measure' ? [expression] : [...measuresOf(expression.numerator), ...measuresOf(expression.denominator)];
}

/** The derivations a shape stands on, each once; the first is the numerator's. */
export function sourcesOf(shape: MetricShape): readonly string[] {
  return [...new Set(measuresOf(shape.expression).map((it) => it.source))];
}

/** The metrics that name `name` as an operand. */
export function usersOf(name: string, definitions: Definitions): readonly string[] {
  return [...definitions.values()].filter((it) => it.type === 'ratio' && (it.numerator === name || it.denominator === name)).map((it) => it.name);
}

/**
 * Puts the operands of `definition` in, at any depth. Errors point into the definition: an operand that does not
 * exist, a circle, a dimension that not every operand declares, a time dimension that the operands do not have.
 */
export function shapeOf(definition: MetricDefinition, definitions: Definitions): ShapeResult {
  return expand(definition, definitions, []);
}

const failed = (pointer: string, message: string): ShapeResult => ({ ok: false, errors: [{ pointer, message }] });

function expand(definition: MetricDefinition, definitions: Definitions, above: readonly string[]): ShapeResult {
  if (definition.type === 'simple') {
    const { source, measure, timeDimension } = definition;
    const expression: Measure = { kind: 'measure', metric: definition.name, source, agg: measure.agg, column: measure.column ?? null, timeColumn: timeDimension?.column ?? null };
    const time = timeDimension === undefined ? null : { name: timeDimension.column, grain: timeDimension.grain ?? null };
    return { ok: true, shape: { name: definition.name, expression, dimensions: definition.dimensions.filter((it) => it !== time?.name), time } };
  }
  const path = [...above, definition.name];
  const numerator = operand('numerator', definition.numerator, definitions, path);
  if (!numerator.ok) return numerator;
  const denominator = operand('denominator', definition.denominator, definitions, path);
  if (!denominator.ok) return denominator;
  return join(definition, numerator.shape, denominator.shape);
}

function operand(role: 'numerator' | 'denominator', name: string, definitions: Definitions, path: readonly string[]): ShapeResult {
  if (path.includes(name)) return failed(`/body/${role}`, `leads back to "${name}": ${[...path, name].join(' → ')}; a metric cannot be made of itself`);
  const definition = definitions.get(name);
  const names = [...definitions.keys()].filter((it) => !path.includes(it));
  if (definition === undefined) return failed(`/body/${role}`, `there is no metric "${name}"; ${didYouMean(name, names)}Define it first. Metrics: ${quotedList(names)}`);
  const result = expand(definition, definitions, path);
  if (result.ok) return result;
  return { ok: false, errors: result.errors.map((it) => ({ pointer: `/body/${role}`, message: it.message })) };
}

function join(definition: Extract<MetricDefinition, { type: 'ratio' }>, numerator: MetricShape, denominator: MetricShape): ShapeResult {
  const shared = numerator.dimensions.filter((it) => denominator.dimensions.includes(it));
  const time = joinTime(definition.timeDimension, numerator, denominator);
  if (typeof time === 'string') return failed('/body/timeDimension/column', time);
  const allowed = time === null ? shared : [...shared, time.name];
  const errors = (definition.dimensions ?? []).flatMap((dimension, index) =>
    allowed.includes(dimension) ? [] : [{ pointer: `/body/dimensions/${index}`, message: `"${dimension}" is not declared by both operands; ${didYouMean(dimension, allowed)}Shared: ${quotedList(allowed)}` }],
  );
  if (errors.length > 0) return { ok: false, errors };
  const expression: Expression = { kind: 'ratio', numerator: numerator.expression, denominator: denominator.expression };
  if (measuresOf(expression).length > MOST_MEASURES) return failed('/body/numerator', `the metric is made of more than ${MOST_MEASURES} measures`);
  const dimensions = (definition.dimensions ?? shared).filter((it) => it !== time?.name);
  return { ok: true, shape: { name: definition.name, expression, dimensions, time } };
}

type Time = MetricShape['time'];

/** The operands' own time columns may have different names; in the ratio they are one. */
function joinTime(declared: { readonly column: string; readonly grain?: Grain | undefined } | undefined, numerator: MetricShape, denominator: MetricShape): Time | string {
  const both = numerator.time !== null && denominator.time !== null;
  if (declared === undefined) return both ? numerator.time : null;
  if (!both) return `"${numerator.time === null ? numerator.name : denominator.name}" declares no time dimension, so their ratio has none`;
  const names = [numerator.time, denominator.time].map((it) => it?.name ?? '');
  if (!names.includes(declared.column)) return `"${declared.column}" is the time dimension of neither operand; theirs: ${quotedList([...new Set(names)])}`;
  return { name: declared.column, grain: declared.grain ?? null };
}
