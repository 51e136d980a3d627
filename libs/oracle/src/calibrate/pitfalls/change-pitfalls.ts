import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { defect, honest, type Pitfall, rowsOf, unshown } from './pitfall';
import { claimOf } from '../plants/planted';
import { columnsOf } from './role-pitfalls';

type Make = ReturnType<Pitfall['trap']>;

/** The stratum that was sampled nine times as often got better, the rest of the people did not; or everybody did. */
const weights =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(1200, (i) => {
      const rare = i % 10 !== 0;
      const own = normalDraw(random);
      return {
        stratum: rare ? 'rare' : 'common',
        weight: rare ? 0.2 : 8.2,
        before: own + 0.5 * normalDraw(random),
        after: own + (real || rare ? 0.6 : -0.13) + 0.5 * normalDraw(random),
      };
    });
    const claim = claimOf(
      'change',
      { before: 'before', after: 'after', weight: 'weight' },
      { direction: '>', independent_rows: true },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim);
  };

/** As {@link weights}, against people who were not coached: weights and the value before are held together. */
const weightsByGroup =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(2000, (i) => {
      const rare = i % 10 !== 0;
      const b = random() < 0.5;
      const before = normalDraw(random) + (rare ? 1 : 0);
      const effect = b ? (real || rare ? 0.9 : -0.2) : 0;
      return {
        stratum: rare ? 'rare' : 'common',
        weight: rare ? 0.2 : 8.2,
        group: b ? 'B' : 'A',
        before,
        after: 0.7 * before + effect + 0.6 * normalDraw(random),
      };
    });
    const claim = claimOf(
      'change',
      { before: 'before', after: 'after', group: 'group', weight: 'weight' },
      { assignment: 'randomised', independent_rows: true },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim);
  };

/** Per order people spend more, since those shown B drop their small orders; or since they pay more. Before and after, by shopper. */
const ratio =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(600, (shopper) => {
      const b = shopper % 2 === 1;
      const own = Math.exp(0.2 * normalDraw(random));
      return rowsOf(6, (week) => {
        const acts = b && week >= 3;
        const large = 1 + Math.floor(3 * random());
        const small = acts && !real ? 0 : 1 + Math.floor(2 * random());
        const each = own * Math.exp(0.2 * normalDraw(random)) * (real && acts ? 1.25 : 1);
        const revenue = (40 * large + (real ? 8 : 0.5) * small) * each;
        return { shopper: `s${shopper}`, week, group: b ? 'B' : 'A', orders: large + small, revenue };
      });
    }).flat();
    const claim = claimOf(
      'change',
      { numerator: 'revenue', denominator: 'orders', time: 'week', group: 'group', unit: 'shopper' },
      { treatment_start: 3, assignment: 'randomised' },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'orders');
  };

/** Whole schools were coached, pupils are counted. */
const schools =
  (effect: number) =>
  (random: Random): Make => {
    const rows = rowsOf(40, (school) => {
      const own = 0.5 * normalDraw(random) + effect * (school % 2);
      return rowsOf(60, () => {
        const before = normalDraw(random);
        const after = 0.6 * before + own + 0.7 * normalDraw(random);
        return { school: `c${school}`, coached: school % 2 === 1 ? 'B' : 'A', before, after };
      });
    }).flat();
    const claim = claimOf(
      'change',
      { before: 'before', after: 'after', group: 'coached', assigned_by: 'school' },
      { assignment: 'randomised' },
    );
    return effect > 0 ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'school');
  };

/** As {@link schools}, with a row for each pupil and term. */
const schoolsOverTime =
  (effect: number) =>
  (random: Random): Make => {
    const rows = rowsOf(40, (school) => {
      const own = 0.4 * normalDraw(random) + effect * (school % 2);
      return rowsOf(30, (k) => {
        const level = normalDraw(random);
        return rowsOf(6, (term) => ({
          school: `c${school}`,
          pupil: `p${school}/${k}`,
          term,
          coached: school % 2 === 1 ? 'B' : 'A',
          score: level + (term >= 3 ? own : 0) + 0.5 * normalDraw(random),
        }));
      }).flat();
    }).flat();
    const claim = claimOf(
      'change',
      { value: 'score', time: 'term', group: 'coached', unit: 'pupil', assigned_by: 'school' },
      { treatment_start: 3, assignment: 'randomised' },
    );
    return effect > 0 ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'school');
  };

/** The healthy take what they were given, and get better; or it works, and everybody is counted as assigned. */
const asReceived =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(1200, () => {
      const given = random() < 0.5 ? 'B' : 'A';
      const health = normalDraw(random);
      const taken = given === 'B' && health > -0.5 ? 'B' : 'A';
      const before = 0.5 * health + normalDraw(random);
      const after = 0.5 * before + health + (real && taken === 'B' ? 0.7 : 0) + 0.7 * normalDraw(random);
      return { given, taken, before, after };
    });
    const shared = { before: 'before', after: 'after' };
    const roles = real
      ? { ...shared, group: 'given', received: 'taken' }
      : { ...shared, group: 'taken', assigned: 'given' };
    const claim = claimOf('change', roles, { assignment: 'randomised' });
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'given');
  };

/** Most get better, those with an old phone worse; or everybody does. */
const divided =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(2000, () => {
      const phone = random() < 0.3 ? 'old' : 'new';
      const own = normalDraw(random);
      const change = real ? 0.4 : phone === 'old' ? -0.2 : 0.4;
      return { phone, before: own + 0.5 * normalDraw(random), after: own + change + 0.5 * normalDraw(random) };
    });
    const claim = claimOf('change', { before: 'before', after: 'after', segment: ['phone'] });
    return real ? honest(columnsOf(rows), claim) : defect(columnsOf(rows), claim, 'phone');
  };

/** As {@link divided}, against those who were not treated. */
const dividedByGroup =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(3000, (i) => {
      const b = i % 2 === 1;
      const phone = random() < 0.3 ? 'old' : 'new';
      const before = normalDraw(random);
      const effect = real ? 0.4 : phone === 'old' ? -0.5 : 0.7;
      const after = 0.5 * before + (b ? effect : 0) + 0.8 * normalDraw(random);
      return { group: b ? 'B' : 'A', phone, before, after };
    });
    const claim = claimOf(
      'change',
      { before: 'before', after: 'after', group: 'group', segment: ['phone'] },
      { assignment: 'randomised' },
    );
    return real ? honest(columnsOf(rows), claim) : defect(columnsOf(rows), claim, 'phone');
  };

/** Traps that the roles of a change show, each with its honest twin. */
export const CHANGE_PITFALLS: readonly Pitfall[] = [
  { name: 'a stratum sampled more often, changed', trap: weights(false), twin: weights(true) },
  { name: 'a stratum sampled more often, two groups', trap: weightsByGroup(false), twin: weightsByGroup(true) },
  { name: 'a ratio that changes by its denominator', trap: ratio(false), twin: ratio(true) },
  { name: 'schools assigned whole', trap: schools(0), twin: schools(0.9) },
  { name: 'schools assigned whole, over terms', trap: schoolsOverTime(0), twin: schoolsOverTime(0.8) },
  { name: 'as received, changed', trap: asReceived(false), twin: asReceived(true) },
  { name: 'a segment that changes the other way', trap: divided(false), twin: divided(true) },
  { name: 'a segment where B changes the other way', trap: dividedByGroup(false), twin: dividedByGroup(true) },
];
