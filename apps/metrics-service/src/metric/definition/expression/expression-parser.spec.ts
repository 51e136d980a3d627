import { metricDefinition, metricOperands } from '@svc/contracts';
import { parseExpression, type Syntax } from './expression-parser';

/** Fully parenthesised, so that precedence shows. */
function shown(syntax: Syntax): string {
  if (syntax.kind === 'number') return syntax.text;
  if (syntax.kind === 'name') return syntax.name;
  const args = syntax.args.map(shown);
  if (syntax.name === 'negate') return `(-${args[0]})`;
  return /^\w/.test(syntax.name) ? `${syntax.name}(${args.join(', ')})` : `(${args.join(` ${syntax.name} `)})`;
}

function namesIn(syntax: Syntax): string[] {
  if (syntax.kind === 'name') return [syntax.name];
  return syntax.kind === 'call' ? [...new Set(syntax.args.flatMap(namesIn))] : [];
}

describe('an expression over metrics', () => {
  it.each([
    ['a + b * c', '(a + (b * c))'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b / c', '((a / b) / c)'],
    ['(a + b) * c', '((a + b) * c)'],
    ['-a * b', '((-a) * b)'],
    ['a - -b', '(a - (-b))'],
    ['100 * late / flights', '((100 * late) / flights)'],
    ['coalesce( a,0.5 )', 'coalesce(a, 0.5)'],
    ['round(a / b, 2)', 'round((a / b), 2)'],
    ['abs', 'abs'],
    ['round + 1', '(round + 1)'],
  ])('reads %s as %s, and names the metrics in it', (text, expected) => {
    const parsed = parseExpression(text);
    expect(parsed.ok && shown(parsed.syntax)).toBe(expected);
    // Contracts find the operands without this parser; the two must agree.
    expect(metricOperands(metricDefinition.parse({ name: 'm', type: 'derived', expression: text }))).toEqual(
      parsed.ok ? namesIn(parsed.syntax) : [],
    );
  });

  it.each([
    ['a +', 'ends where a metric, a number or "(" should follow'],
    ['', 'ends where a metric, a number or "(" should follow'],
    ['a b', '"b" at character 3 is unexpected; an operator may be missing before it'],
    ['(a', 'ends where ")" should follow'],
    ['a)', '")" at character 2 is unexpected; an operator may be missing before it'],
    ['* a', 'has "*" at character 1 where a metric, a number or "(" should be'],
    [
      'A + 1',
      'cannot be read from "A + 1" (character 1): metric names are lower-case, numbers plain digits, operators + - * /',
    ],
    [
      'a; drop',
      'cannot be read from "; drop" (character 2): metric names are lower-case, numbers plain digits, operators + - * /',
    ],
    [
      '1e5 * a',
      'cannot be read from "1e5 * a" (character 1): metric names are lower-case, numbers plain digits, operators + - * /',
    ],
    [
      'coalesc(a, 0)',
      'there is no function "coalesc"; did you mean "coalesce"? Functions: "coalesce", "nullif", "abs", "round", "floor", "ceil", "greatest", "least"',
    ],
    ['abs(a, b)', '"abs" takes 1 values, not 2'],
    ['nullif(a)', '"nullif" takes 2 values, not 1'],
    ['('.repeat(40) + 'a', 'is nested deeper than 32'],
  ])('refuses %s, saying where', (text, message) => {
    expect(parseExpression(text)).toEqual({ ok: false, message });
  });
});
