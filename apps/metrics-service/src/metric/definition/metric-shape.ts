import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import type { CumulativeMetric, DerivedMetric, MetricDefinition, ProblemItem, RatioMetric } from '@svc/contracts';
import { metricOperands } from '@svc/contracts';
import { parseExpression, type Syntax } from './expression/expression-parser';
import { type Definitions, type Expression, type Measure, measuresOf, type MetricShape, type Window } from './metric';

export type ShapeResult =
  { readonly ok: true; readonly shape: MetricShape } | { readonly ok: false; readonly errors: readonly ProblemItem[] };

/** A metric that needs more measures than this is a mistake or an attack. */
const MAX_MEASURES = 64;
/** Metrics of metrics of metrics: nobody can follow more, and each level is a nested call here. */
const MAX_LEVELS = 32;
/** Nested calls, whichever metrics they come from. The engine counts about three levels for each and allows a thousand. */
const MAX_DEPTH = 100;
/** Nine divisions, each in the divisor of the next. With sixteen the engine plans for a minute before it reads a row. */
const MAX_TERMS = 1500;

/**
 * Resolves the operands of `definition`, at any depth. Errors point into the definition: a syntax error,
 * a missing operand, a cycle with its path, a dimension that not every operand declares, a time
 * dimension that the operands do not have.
 */
export function shapeOf(definition: MetricDefinition, definitions: Definitions): ShapeResult {
  return expand(definition, definitions, []);
}

const failed = (pointer: string, message: string): ShapeResult => ({ ok: false, errors: [{ pointer, message }] });

function expand(definition: MetricDefinition, definitions: Definitions, above: readonly string[]): ShapeResult {
  if (definition.type === 'simple') return simpleShape(definition);
  const parsed = definition.type === 'derived' ? parseExpression(definition.expression) : null;
  if (parsed?.ok === false) return failed('/body/expression', parsed.message);
  const shapes = new Map<string, MetricShape>();
  for (const name of metricOperands(definition)) {
    const result = operand(pointerTo(name, definition), name, definitions, [...above, definition.name]);
    if (!result.ok) return result;
    shapes.set(name, result.shape);
  }
  if (definition.type === 'cumulative') return cumulativeShape(definition, shapes);
  const expression = parsed === null ? ratioOf(definition, shapes) : expressionOf(parsed.syntax, shapes);
  return join(definition, expression, [...shapes.values()]);
}

function simpleShape({
  name,
  source,
  measure,
  dimensions,
  timeDimension,
}: Extract<MetricDefinition, { type: 'simple' }>): ShapeResult {
  const expression: Measure = {
    kind: 'measure',
    metric: name,
    source,
    agg: measure.agg,
    column: measure.column ?? null,
    timeColumn: timeDimension?.column ?? null,
    window: null,
  };
  const time = timeDimension === undefined ? null : { name: timeDimension.column, grain: timeDimension.grain ?? null };
  return { ok: true, shape: { name, expression, dimensions: dimensions.filter((it) => it !== time?.name), time } };
}

type Composed = RatioMetric | DerivedMetric | CumulativeMetric;

/** Where a definition names an operand. */
function pointerTo(name: string, definition: MetricDefinition): string {
  if (definition.type === 'derived') return '/body/expression';
  if (definition.type === 'cumulative') return '/body/metric';
  return definition.type === 'ratio' && definition.numerator !== name ? '/body/denominator' : '/body/numerator';
}

function operand(pointer: string, name: string, definitions: Definitions, path: readonly string[]): ShapeResult {
  if (path.includes(name))
    return failed(pointer, `leads back to "${name}": ${[...path, name].join(' → ')}; a metric cannot depend on itself`);
  if (path.length > MAX_LEVELS) return failed(pointer, `depends on metrics more than ${MAX_LEVELS} levels deep`);
  const definition = definitions.get(name);
  if (definition === undefined)
    return failed(
      pointer,
      missing(
        name,
        [...definitions.keys()].filter((it) => !path.includes(it)),
      ),
    );
  const result = expand(definition, definitions, path);
  if (result.ok) return result;
  return { ok: false, errors: result.errors.map((it) => ({ pointer, message: it.message })) };
}

const missing = (name: string, names: readonly string[]): string =>
  `there is no metric "${name}"${didYouMeanOrStop(name, names)}Define it first. Metrics: ${quotedList(names)}`;

function shapeNamed(name: string, shapes: ReadonlyMap<string, MetricShape>): Expression {
  const shape = shapes.get(name);
  // The names come from the same text that was parsed.
  if (shape === undefined) throw new Error(`no operand "${name}"`);
  return shape.expression;
}

function ratioOf(definition: Composed, shapes: ReadonlyMap<string, MetricShape>): Expression {
  const names = definition.type === 'ratio' ? [definition.numerator, definition.denominator] : [];
  return { kind: 'call', name: '/', args: names.map((it) => shapeNamed(it, shapes)) };
}

function expressionOf(syntax: Syntax, shapes: ReadonlyMap<string, MetricShape>): Expression {
  if (syntax.kind === 'name') return shapeNamed(syntax.name, shapes);
  return syntax.kind === 'number'
    ? syntax
    : { kind: 'call', name: syntax.name, args: syntax.args.map((it) => expressionOf(it, shapes)) };
}

function cumulativeShape(definition: CumulativeMetric, shapes: ReadonlyMap<string, MetricShape>): ShapeResult {
  const base = shapes.get(definition.metric);
  if (base === undefined) throw new Error(`no operand "${definition.metric}"`);
  if (base.time === null)
    return failed('/body/metric', `"${base.name}" declares no time dimension, so there is nothing to accumulate over`);
  if (measuresOf(base.expression).some((it) => it.window !== null))
    return failed('/body/metric', `"${base.name}" is cumulative already`);
  return join(definition, withWindow(base.expression, windowOf(definition)), [base]);
}

function windowOf({ window, toDate }: CumulativeMetric): Window {
  if (window !== undefined) return { kind: 'last', ...window };
  return toDate === undefined ? { kind: 'so-far' } : { kind: 'to-date', grain: toDate };
}

/** A window applies to the measures: a cumulative ratio divides accumulated values. */
function withWindow(expression: Expression, window: Window): Expression {
  if (expression.kind === 'measure') return { ...expression, window };
  return expression.kind === 'call'
    ? { ...expression, args: expression.args.map((it) => withWindow(it, window)) }
    : expression;
}

function join(definition: Composed, expression: Expression, operands: readonly MetricShape[]): ShapeResult {
  const [first, ...others] = operands;
  if (first === undefined) return failed('/body/expression', 'names no metric');
  const shared = first.dimensions.filter((it) => others.every((other) => other.dimensions.includes(it)));
  const time = joinTime(definition.timeDimension, operands);
  if (typeof time === 'string') return failed('/body/timeDimension/column', time);
  const allowed = time === null ? shared : [...shared, time.name];
  const errors = (definition.dimensions ?? []).flatMap((dimension, index) =>
    allowed.includes(dimension)
      ? []
      : [
          {
            pointer: `/body/dimensions/${index}`,
            message: `"${dimension}" is not declared by ${everyOperand(operands)}${didYouMeanOrStop(dimension, allowed)}Shared: ${quotedList(allowed)}`,
          },
        ],
  );
  if (errors.length > 0) return { ok: false, errors };
  const measures = measuresOf(expression);
  const pointer = definition.type === 'derived' ? '/body/expression' : '/body/numerator';
  if (measures.length > MAX_MEASURES) return failed(pointer, `the metric uses more than ${MAX_MEASURES} measures`);
  if (depthOf(expression) > MAX_DEPTH)
    return failed(pointer, `the metric and its operands together nest calculations more than ${MAX_DEPTH} deep`);
  if (termsOf(expression) > MAX_TERMS)
    return failed(pointer, 'the metric and its operands together nest too many divisions to be computed');
  if (time === null && measures.some((it) => it.window !== null))
    return failed('/body/expression', 'accumulates over time, so every metric in it needs a time dimension');
  const dimensions = (definition.dimensions ?? shared).filter((it) => it !== time?.name);
  return { ok: true, shape: { name: definition.name, expression, dimensions, time } };
}

function depthOf(expression: Expression): number {
  return expression.kind === 'call' ? 1 + Math.max(...expression.args.map(depthOf)) : 0;
}

/** How many terms the engine makes of it: a divisor, and the first argument of nullif, appears twice. */
function termsOf(expression: Expression): number {
  if (expression.kind !== 'call') return 1;
  const { name, args } = expression;
  const twice = name === '/' ? 1 : name === 'nullif' ? 0 : -1;
  return args.reduce((sum, it, index) => sum + termsOf(it) * (index === twice ? 2 : 1), 0);
}

const everyOperand = (operands: readonly MetricShape[]): string =>
  operands.length === 2 ? 'both operands' : operands.length === 1 ? `"${operands[0]?.name ?? ''}"` : 'every operand';

type Time = MetricShape['time'];

/** The operands' own time columns may have different names; the metric uses the first operand's. */
function joinTime(declared: CumulativeMetric['timeDimension'], operands: readonly MetricShape[]): Time | string {
  const without = operands.find((it) => it.time === null);
  if (declared === undefined) return without === undefined ? (operands[0]?.time ?? null) : null;
  if (without !== undefined) return `"${without.name}" declares no time dimension, so a metric that uses it has none`;
  const names = [...new Set(operands.map((it) => it.time?.name ?? ''))];
  if (!names.includes(declared.column))
    return `"${declared.column}" is not the time dimension of an operand; theirs: ${quotedList(names)}`;
  return { name: declared.column, grain: declared.grain ?? null };
}
