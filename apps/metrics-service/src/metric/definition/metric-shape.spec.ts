import type { MetricDefinition } from '@svc/contracts';
import { metricDefinition } from '@svc/contracts';
import { measuresOf, sourcesOf, usersOf } from './metric';
import { shapeOf } from './metric-shape';

function simple(name: string, source: string, dimensions: string[], time?: string): MetricDefinition {
  return metricDefinition.parse({
    name,
    type: 'simple',
    source,
    measure: { agg: 'count' },
    dimensions,
    ...(time === undefined ? {} : { timeDimension: { column: time, grain: 'month' } }),
  });
}

function ratio(name: string, numerator: string, denominator: string, more: object = {}): MetricDefinition {
  return metricDefinition.parse({ name, type: 'ratio', numerator, denominator, ...more });
}

function shape(asked: MetricDefinition, ...others: MetricDefinition[]) {
  return shapeOf(asked, new Map([...others, asked].map((it) => [it.name, it])));
}

const late = simple('late', 'delays', ['carrier', 'origin'], 'day');
const flights = simple('flights', 'departures', ['origin', 'carrier', 'tail'], 'flown_on');

describe('the shape of a metric', () => {
  it('gives a ratio the dimensions both operands declare, and stands on both sources', () => {
    const result = shape(ratio('late_rate', 'late', 'flights'), late, flights);
    expect(result).toMatchObject({
      ok: true,
      shape: { dimensions: ['carrier', 'origin'], time: { name: 'day', grain: 'month' } },
    });
    expect(result.ok && sourcesOf(result.shape)).toEqual(['delays', 'departures']);
  });

  it('lets a ratio name time as either operand does', () => {
    expect(
      shape(ratio('r', 'late', 'flights', { timeDimension: { column: 'flown_on' } }), late, flights),
    ).toMatchObject({ ok: true, shape: { time: { name: 'flown_on', grain: null } } });
  });

  it('does not divide by what is divided so often that the engine takes minutes to read it', () => {
    const within = (before: string, after: string, count: number): MetricDefinition =>
      metricDefinition.parse({
        name: 'r',
        type: 'derived',
        expression: `${before.repeat(count)}late${after.repeat(count)}`,
      });
    for (const [before, after] of [
      ['1 / (', ')'],
      ['nullif(', ', 1)'],
    ] as const) {
      expect(shape(within(before, after, 9), late)).toMatchObject({ ok: true });
      expect(shape(within(before, after, 11), late)).toMatchObject({
        ok: false,
        errors: [{ pointer: '/body/expression', message: expect.stringContaining('too many divisions') }],
      });
    }
  });

  it('is as deep as the engine can follow, whether in one expression or over many metrics', () => {
    const derived = (name: string, expression: string): MetricDefinition =>
      metricDefinition.parse({ name, type: 'derived', expression });
    const named = (count: number): MetricDefinition[] => [
      late,
      ...Array.from({ length: count }, (_, index) => derived(`d${index + 1}`, index === 0 ? 'late' : `d${index}`)),
    ];
    const added = (count: number): MetricDefinition => derived('sum', `late${' + 1'.repeat(count)}`);
    expect(shape(derived('top', 'd31'), ...named(31))).toMatchObject({ ok: true });
    expect(shape(derived('top', 'd32'), ...named(32))).toMatchObject({
      ok: false,
      errors: [{ pointer: '/body/expression', message: expect.stringContaining('more than 32 levels deep') }],
    });
    expect(shape(added(100), late)).toMatchObject({ ok: true });
    expect(shape(added(101), late)).toMatchObject({
      ok: false,
      errors: [{ pointer: '/body/expression', message: expect.stringContaining('more than 100 deep') }],
    });
  });

  it.each<[string, MetricDefinition, MetricDefinition[], string, RegExp]>([
    [
      'an operand that does not exist',
      ratio('r', 'lates', 'flights'),
      [late, flights],
      '/body/numerator',
      /no metric "lates"; did you mean "late"\? .*"late", "flights"/,
    ],
    [
      'a metric made of itself',
      ratio('r', 'r', 'flights'),
      [flights],
      '/body/numerator',
      /r → r; a metric cannot depend on itself/,
    ],
    [
      'a circle through others',
      ratio('a', 'b', 'late'),
      [late, ratio('b', 'c', 'late'), ratio('c', 'late', 'a')],
      '/body/numerator',
      /a → b → c → a/,
    ],
    [
      'a dimension that one operand lacks',
      ratio('r', 'late', 'flights', { dimensions: ['tail'] }),
      [late, flights],
      '/body/dimensions/0',
      /"tail" is not declared by both operands/,
    ],
    [
      'a time dimension that an operand lacks',
      ratio('r', 'late', 'total', { timeDimension: { column: 'day' } }),
      [late, simple('total', 'departures', [])],
      '/body/timeDimension/column',
      /"total" declares no time dimension/,
    ],
    [
      'a time dimension of neither operand',
      ratio('r', 'late', 'flights', { timeDimension: { column: 'dya' } }),
      [late, flights],
      '/body/timeDimension/column',
      /theirs: "day", "flown_on"/,
    ],
  ])('refuses %s', (_, asked, others, pointer, message) => {
    const result = shape(asked, ...others);
    expect(result).toEqual({ ok: false, errors: [{ pointer, message: expect.stringMatching(message) }] });
  });

  it('refuses a tower of ratios that would need thousands of measures', () => {
    const tower = Array.from({ length: 20 }, (_, level) => ratio(`r${level + 1}`, `r${level}`, `r${level}`));
    const result = shape(ratio('top', 'r20', 'r20'), simple('r0', 'delays', []), ...tower);
    expect(result).toMatchObject({
      ok: false,
      errors: [{ message: expect.stringContaining('more than 64 measures') }],
    });
  });

  const derived = (name: string, expression: string): MetricDefinition =>
    metricDefinition.parse({ name, type: 'derived', expression });
  const cumulative = (name: string, metric: string, more: object = {}): MetricDefinition =>
    metricDefinition.parse({ name, type: 'cumulative', metric, ...more });

  it('gives an expression the dimensions that every metric in it declares, and the time of the first', () => {
    const narrow = simple('narrow', 'delays', ['origin'], 'at');
    expect(shape(derived('d', 'late + flights * coalesce(narrow, 0)'), late, flights, narrow)).toMatchObject({
      ok: true,
      shape: { dimensions: ['origin'], time: { name: 'day' } },
    });
  });

  it('accumulates every measure of what it accumulates, and nothing twice', () => {
    const both = [late, flights, ratio('rate', 'late', 'flights')];
    const result = shape(cumulative('c', 'rate', { window: { count: 7, grain: 'day' } }), ...both);
    expect(result.ok && measuresOf(result.shape.expression).map((it) => it.window)).toEqual([
      { kind: 'last', count: 7, grain: 'day' },
      { kind: 'last', count: 7, grain: 'day' },
    ]);
    expect(shape(cumulative('c', 'd'), cumulative('d', 'late'), late)).toMatchObject({
      ok: false,
      errors: [{ pointer: '/body/metric', message: '"d" is cumulative already' }],
    });
    expect(shape(cumulative('c', 'n'), simple('n', 'delays', []))).toMatchObject({
      ok: false,
      errors: [{ message: expect.stringContaining('nothing to accumulate over') }],
    });
    expect(shape(derived('x', 'c / n'), cumulative('c', 'late'), late, simple('n', 'delays', []))).toMatchObject({
      ok: false,
      errors: [{ message: expect.stringContaining('every metric in it needs a time dimension') }],
    });
  });

  it('finds a circle through an expression and a window', () => {
    expect(shape(derived('a', 'b * 2'), cumulative('b', 'c'), derived('c', 'late - a'), late)).toMatchObject({
      ok: false,
      errors: [{ pointer: '/body/expression', message: expect.stringContaining('a → b → c → a') }],
    });
  });

  it('finds the metrics that use one', () => {
    const definitions = new Map(
      [late, flights, ratio('x', 'late', 'flights'), ratio('y', 'x', 'late')].map((it) => [it.name, it]),
    );
    expect(usersOf('late', definitions)).toEqual(['x', 'y']);
    expect(usersOf('y', definitions)).toEqual([]);
  });
});
