import type { MetricDefinition } from './metric';

/** A metric's name in an expression; a name before a parenthesis is a function. */
const OPERAND = /(?<![\w.])[a-z][a-z0-9_]*(?!\w|\s*\()/g;

/** The metrics that a definition names, each once, in the order it names them. */
export function metricOperands(definition: MetricDefinition): string[] {
  switch (definition.type) {
    case 'simple':
      return [];
    case 'ratio':
      return [...new Set([definition.numerator, definition.denominator])];
    case 'derived':
      return [...new Set(definition.expression.match(OPERAND) ?? [])];
    case 'cumulative':
      return [definition.metric];
  }
}
