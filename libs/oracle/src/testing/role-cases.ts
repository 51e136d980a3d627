import { silenced } from '../calibrate/pitfalls/pitfall';
import { claimOf } from '../calibrate/plants/planted';
import { ROLE_PITFALLS } from '../calibrate/pitfalls/role-pitfalls';
import { normalDraw, type Random } from '../statistics/sample/hash-random';
import { Inquiry } from '../verdict/inquiry';
import { type GateCase, inquire, kase, pair } from './gate-case';

/** A planted pitfall with nothing declared about how its rows came to be. */
function silent(gate: string, pitfall: string): GateCase[] {
  const found = ROLE_PITFALLS.find(({ name }) => name === pitfall);
  if (found === undefined) throw new Error(`no pitfall "${pitfall}"`);
  return (['trap', 'twin'] as const).map((role) =>
    kase(gate, role === 'trap' ? 'inconclusive' : 'sound', `${pitfall} ${role}, nothing declared`, (random) => {
      const planted = found[role](random);
      return new Inquiry({
        table: planted.table,
        claim: silenced(planted),
        contract: null,
        reproducibility: null,
        attempts: 1,
        alpha: 0.005,
        seed: 'test',
      });
    }),
  );
}

/** A crossover in which B, received first, still acts in the second period; or does not. */
function lasting(acts: number, strays: number, random: Random): Inquiry {
  const rows = Array.from({ length: 120 }, (_, person) => {
    const own = 0.4 * normalDraw(random);
    const last = person % 2 === 0 ? 'A' : 'B';
    return [1, 2].map((period) => {
      const drug = (period === 2) === (last === 'B') ? 'B' : 'A';
      const left = period === 2 && last === 'A' ? acts : 0;
      const value = own + left + (drug === 'B' && acts === 0 ? 1 : 0) + 0.4 * normalDraw(random);
      return { person, period, order: last === (person < strays ? 'A' : 'B') ? 'AB' : 'BA', drug, value };
    });
  }).flat();
  const columns = {
    person: rows.map((row) => row.person),
    period: rows.map((row) => row.period),
    order: rows.map((row) => row.order),
    drug: rows.map((row) => row.drug),
    value: rows.map((row) => row.value),
  };
  const roles = { group: 'drug', value: 'value', period: 'period', sequence: 'order' };
  return inquire(columns, claimOf('comparison', roles, { unit: 'person', design: 'randomised' }));
}

/** Weeks of a mild season over a year that passes for a trend, or of a trend beside such a season. */
function weeks(rise: number, random: Random): Inquiry {
  const sales = Array.from(
    { length: 55 },
    (_, week) => rise * week - 0.9 * Math.sin((2 * Math.PI * week) / 52.18) + 0.9 * normalDraw(random),
  );
  const week = sales.map((_, i) => new Date(Date.UTC(2022, 0, 3 + 7 * i)).toISOString().slice(0, 10));
  const inquiry = inquire({ week, sales }, claimOf('trend', { time: 'week', value: 'sales' }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p <= inquiry.level ? inquiry : weeks(rise, random);
}

/** Cases of the gates that look at roles of the design. */
export const ROLE_CASES: readonly GateCase[] = [
  ...pair('as-assigned', 'as received', 'inconclusive'),
  ...silent('as-assigned', 'as received').slice(0, 1),
  ...pair('baseline-balance', 'a broken assignment', 'inconclusive'),
  ...pair('ratio-parts', 'a ratio that moves by its denominator', 'inconclusive'),
  ...silent('undeclared-weights', 'a stratum sampled more often'),
  kase('carry-over', 'sound', 'a crossover whose first drug is washed out', (random) => lasting(0, 0, random)),
  kase('carry-over', 'inconclusive', 'a crossover whose first drug still acts', (random) => lasting(0.8, 0, random)),
  kase('carry-over', 'inconclusive', 'units that went the other way', (random) => lasting(0, 10, random)),
  ...pair('split-leak', 'patients on both sides of a split', 'inconclusive'),
  ...silent('split-leak', 'patients on both sides of a split').slice(0, 1),
  kase('seasons', 'inconclusive', 'a part of a mild season', (random) => weeks(0, random)),
  kase('seasons', 'sound', 'a clear trend beside a mild season', (random) => weeks(0.12, random)),
  ...pair('time-dependence', 'days that switch for the same customers', 'inconclusive').slice(1),
  ...pair('segment-reversal', 'a mix shift in a ratio'),
  ...pair('segment-reversal', 'a segment that goes the other way'),
  ...silent('segment-reversal', 'a segment that goes the other way'),
  ...pair('segment-reversal', 'a mix shift in the trend of a ratio', 'inconclusive'),
];
