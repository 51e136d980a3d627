import { autoregressive, claimOf, coins, counting, letters, normals } from '../calibrate/planted';
import type { Declared } from '../claim/claim';
import { normalDraw, type Random } from '../statistics/hash-random';
import type { Inquiry } from '../verdict/inquiry';
import { type GateCase, inquire, kase } from './gate-case';

/** Users with ten rows each, half of them treated; the effect is what two users in three would show by chance, or clear. */
function users(effect: number, random: Random, declared: Declared = {}): Inquiry {
  const rows = Array.from({ length: 60 }, (_, user) => {
    const own = normalDraw(random) + effect * (user % 2);
    return Array.from({ length: 10 }, () => ({ user, side: user % 2, value: own + 0.5 * normalDraw(random) }));
  }).flat();
  const columns = {
    who: rows.map((row) => `w${row.user}`),
    group: rows.map((row) => (row.side === 1 ? 'B' : 'A')),
    value: rows.map((row) => row.value),
  };
  const inquiry = inquire(columns, claimOf('comparison', { group: 'group', value: 'value' }, declared));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p <= inquiry.level ? inquiry : users(effect, random, declared);
}

/** Two series that wander, their order in a column that nobody declared; drawn until they seem linked. */
function walks(linked: boolean, random: Random): Inquiry {
  const x = autoregressive(120, 0.95, random);
  const y = linked ? x.map((value) => value + 0.3 * normalDraw(random)) : autoregressive(120, 0.95, random);
  const inquiry = inquire({ week: counting(120), x, y }, claimOf('association', { x: 'x', y: 'y' }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p <= inquiry.level ? inquiry : walks(linked, random);
}

/** A third column makes the groups unlike and carries the outcome, or is noise. */
function third(explains: boolean, random: Random): Inquiry {
  const x = coins(400, random);
  const age = x.map((side) => (explains ? 1.5 * side : 0) + normalDraw(random));
  const value = age.map((years, i) => (explains ? years : 0.6 * (x[i] ?? 0)) + normalDraw(random));
  return inquire({ group: letters(x), age, value }, claimOf('comparison', { group: 'group', value: 'value' }));
}

/** Cases of the gates that ask about columns nobody declared. */
export const SILENCE_CASES: readonly GateCase[] = [
  kase('undeclared-units', 'inconclusive', 'ten rows for each of sixty, the sixty not declared', (random) =>
    users(0.2, random),
  ),
  kase('undeclared-units', 'sound', 'ten rows for each of sixty, clear by the sixty too', (random) => users(3, random)),
  kase('undeclared-units', 'sound', 'a category of noise is no unit', (random) => {
    const x = coins(300, random);
    const columns = {
      colour: Array.from(x, () => `c${Math.floor(12 * random())}`),
      group: letters(x),
      value: x.map((side) => 0.6 * side + normalDraw(random)),
    };
    return inquire(columns, claimOf('comparison', { group: 'group', value: 'value' }));
  }),
  kase('undeclared-order', 'inconclusive', 'wandering series, their time not given', (random) => walks(false, random)),
  kase('undeclared-order', 'sound', 'linked series, their time not given', (random) => walks(true, random)),
  kase('undeclared-order', 'sound', 'rows that are numbered and in no order', (random) => {
    const x = normals(200, random);
    const columns = { id: counting(200), x, y: x.map((value) => 0.5 * value + normalDraw(random)) };
    return inquire(columns, claimOf('association', { x: 'x', y: 'y' }));
  }),
  kase('undeclared-causes', 'inconclusive', 'groups that differ in what makes the outcome', (random) =>
    third(true, random),
  ),
  kase('undeclared-causes', 'sound', 'groups that are alike', (random) => third(false, random)),
];
