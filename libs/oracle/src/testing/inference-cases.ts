import { autoregressive, claimOf, coins, counting, letters, normals } from '../calibrate/plants/planted';
import { normalQuantile } from '../statistics/distribution/distributions';
import { type Random, normalDraw, seededRandom } from '../statistics/sample/hash-random';
import { Inquiry } from '../verdict/inquiry';
import { type GateCase, comparison, groups, inquire, kase, pair, plain } from './gate-case';

/** A series that remembers ten points, under noise that hides it from one point to the next; drawn until it seems to have a trend. */
function wandering(slope: number, random: Random): Inquiry {
  const value = autoregressive(200, 0.95, random).map((slow, i) => 0.5 * slow + 1.5 * normalDraw(random) + slope * i);
  const inquiry = inquire({ day: counting(200), value }, claimOf('trend', { time: 'day', value: 'value' }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p < inquiry.level ? inquiry : wandering(slope, random);
}

/** Heavy-tailed features that tell nothing about a yes/no outcome; drawn until the plain test thinks they do. */
function heavyTails(random: Random): Inquiry {
  const heavy = (): Float64Array => normals(150, random).map((value) => Math.exp(1.5 * value));
  const y = Float64Array.from({ length: 150 }, () => (random() < 0.3 ? 1 : 0));
  const inquiry = inquire({ a: heavy(), b: heavy(), y }, claimOf('prediction', { target: 'y', features: ['a', 'b'] }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p < inquiry.level ? inquiry : heavyTails(random);
}

/** Cases of the gates that test the claimed effect. */
export const INFERENCE_CASES: readonly GateCase[] = [
  kase('evidence', 'inconclusive', 'nothing there', plain('comparison', 200, 0)),
  kase('evidence', 'sound', 'a clear difference', plain('comparison', 200, 7)),
  ...pair('direction', 'wrong way'),
  kase('direction', 'inconclusive', 'a question that says raises, over a fall', (random) =>
    inquire(groups(300, -1, random), { ...comparison(), question: 'B raises the value' }),
  ),
  ...pair('clustering', 'clustered rows', 'inconclusive'),
  kase('coarser-time', 'inconclusive', 'slow wandering under noise', (random) => wandering(0, random)),
  kase('coarser-time', 'sound', 'a trend that wandering does not hide', (random) => wandering(0.15, random)),
  ...pair('time-dependence', 'random walks'),
  ...pair('time-dependence', 'wandering trend', 'inconclusive', '3'),
  kase('small-sample', 'inconclusive', 'heavy-tailed features of a yes/no outcome', heavyTails),
  kase('small-sample', 'inconclusive', 'five values that agree as many others do', () => {
    const value = [...normals(33, seededRandom('x1')), ...Array.from({ length: 17 }, (_, i) => 0.5 + 0.01 * i)];
    return inquire({ group: value.map((_, i) => (i < 45 ? 'A' : 'B')), value }, comparison());
  }),
  kase('small-sample', 'sound', 'a clear difference in 40 rows', (random) =>
    inquire(groups(40, 2, random), comparison()),
  ),
  kase('leverage', 'inconclusive', 'a slope on a lognormal x with unequal errors', (random) => {
    const x = Float64Array.from({ length: 60 }, () => Math.exp(1.6 * normalDraw(random)));
    return inquire(
      { x, y: x.map((value) => 0.6 * value + 0.5 * value * normalDraw(random)) },
      claimOf('association', { x: 'x', y: 'y' }),
    );
  }),
  kase('leverage', 'sound', 'a slope on a normal x', plain('association', 200, 7)),
  kase('skewness', 'inconclusive', 'a lognormal mean below its truth', () => {
    const value = Float64Array.from({ length: 40 }, (_, i) => Math.exp(-1.3 * normalQuantile((i + 0.5) / 40)));
    return inquire({ value }, claimOf('level', { value: 'value', threshold: 3.96 }));
  }),
  kase('skewness', 'sound', 'a symmetric mean', plain('level', 200, 7)),
  ...pair('adjustment-form', 'curved confounding', 'inconclusive'),
  ...pair('outliers', 'outliers'),
  kase('outliers', 'inconclusive', 'an effect of the high doses alone', (random) => {
    const dose = Float64Array.from({ length: 2000 }, (_, i) => (i < 20 ? 20 + random() : random()));
    const y = dose.map((value) => (value > 10 ? 4 : 0) + 0.5 * normalDraw(random));
    return inquire({ dose, y }, claimOf('association', { x: 'dose', y: 'y' }));
  }),
  kase('monotone', 'inconclusive', 'a parabola', (random) => {
    const x = normals(400, random);
    return inquire(
      { x, y: x.map((value) => (value + 0.3) ** 2 + 0.5 * normalDraw(random)) },
      claimOf('association', { x: 'x', y: 'y' }),
    );
  }),
  kase('monotone', 'sound', 'a line', plain('association', 200, 7)),
  ...pair('novelty', 'novelty'),
  ...pair('goal-metric', 'proxy', 'inconclusive'),
  kase('goal-metric', 'unsound', 'a goal that falls', (random) => {
    const x = coins(800, random);
    return inquire(
      {
        variant: letters(x),
        clicks: x.map((s) => 0.6 * s + normalDraw(random)),
        revenue: x.map((s) => -0.6 * s + normalDraw(random)),
      },
      claimOf('experiment', { variant: 'variant', metric: 'clicks' }, { goal_metric: 'revenue' }),
    );
  }),
  kase(
    'stopping',
    'inconclusive',
    'stopped early at a look',
    plain('experiment', 300, 2.2, { planned_rows: 600, looks: 20, stopping: 'first p < 0.05' }),
  ),
  kase('stopping', 'inconclusive', 'stopped early, looks not told', plain('experiment', 300, 8, { planned_rows: 600 })),
  kase(
    'stopping',
    'sound',
    'stopped early on overwhelming evidence',
    plain('experiment', 300, 8, { planned_rows: 600, looks: 20, stopping: 'first p < 0.05' }),
  ),
  kase(
    'stopping',
    'sound',
    'fixed in advance',
    plain('experiment', 300, 4, { planned_rows: 300, looks: 1, stopping: 'fixed' }),
  ),
  ...(['inconclusive', 'sound'] as const).map((says) =>
    kase('family', says, `the best of 40 with ${says === 'sound' ? 'strong' : 'weak'} evidence`, (random) => {
      const x = coins(300, random);
      const columns = Object.fromEntries(
        Array.from({ length: 40 }, (_, m) => [
          `m${m}`,
          x.map((side) => (m === 7 ? (says === 'sound' ? 0.8 : 0.36) : 0) * side + normalDraw(random)),
        ]),
      );
      return inquire(
        { group: letters(x), ...columns },
        claimOf('comparison', { group: 'group', value: 'm7' }, { family: Object.keys(columns) }),
      );
    }),
  ),
  kase('attempts', 'inconclusive', 'the 25th attempt, weak', plain('comparison', 300, 3.6, {}, { attempts: 25 })),
  kase('attempts', 'sound', 'the 25th attempt, strong', plain('comparison', 300, 9, {}, { attempts: 25 })),
];
