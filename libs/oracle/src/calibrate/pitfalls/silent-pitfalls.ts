import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { honest, type Pitfall, rowsOf, unshown } from './pitfall';
import { claimOf, letters, coins, normals } from '../plants/planted';

type Make = ReturnType<Pitfall['trap']>;

/** 200 users with 50 rows each; the claim is about a group, a mean or a slope that belongs to the user. */
const users =
  (kind: 'comparison' | 'level' | 'association', real: boolean) =>
  (random: Random): Make => {
    const shift = real ? 0.6 : 0;
    const rows = rowsOf(200, (user) => {
      const side = random() < 0.5 ? 1 : 0;
      const x = normalDraw(random);
      const own = normalDraw(random) + shift * { comparison: side, level: 1, association: x }[kind];
      return rowsOf(50, () => ({ user: `u${user}`, side, x, value: own + normalDraw(random) }));
    }).flat();
    const columns = {
      user_id: rows.map((row) => row.user),
      group: rows.map((row) => (row.side === 1 ? 'B' : 'A')),
      x: rows.map((row) => row.x),
      value: rows.map((row) => row.value),
    };
    const roles = {
      comparison: { group: 'group', value: 'value' },
      level: { value: 'value', threshold: 0 },
      association: { x: 'x', y: 'value' },
    }[kind];
    const claim = claimOf(kind, roles, { unit: 'user_id' });
    return real ? honest(columns, claim) : unshown(columns, claim, 'user_id');
  };

/** Patients of one clinic fare alike, and clinics are treated whole. */
const clinics =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(60, (clinic) => {
      const treated = clinic % 2;
      const hazard = Math.exp(0.8 * normalDraw(random) - (real ? 1.2 * treated : 0));
      return rowsOf(8, () => ({
        clinic: `c${clinic}`,
        treated,
        months: -Math.log(1 - random()) / hazard,
        died: random() < 0.8 ? 1 : 0,
      }));
    }).flat();
    const columns = {
      clinic: rows.map((row) => row.clinic),
      treated: rows.map((row) => row.treated),
      months: rows.map((row) => row.months),
      died: rows.map((row) => row.died),
    };
    const claim = claimOf('survival', { time: 'months', event: 'died', group: 'treated' }, { unit: 'clinic' });
    return real ? honest(columns, claim) : unshown(columns, claim, 'clinic');
  };

/** All rows of an hour get one variant, and hours wander. */
const switchback =
  (real: boolean) =>
  (random: Random): Make => {
    let slow = 0;
    const rows = rowsOf(80, (hour) => {
      slow = 0.6 * slow + normalDraw(random);
      const b = random() < 0.5;
      return rowsOf(20, () => ({
        hour,
        variant: b ? 'B' : 'A',
        metric: slow + (real && b ? 3 : 0) + normalDraw(random),
      }));
    }).flat();
    const columns = {
      hour: rows.map((row) => row.hour),
      variant: rows.map((row) => row.variant),
      metric: rows.map((row) => row.metric),
    };
    const facts = { intended_split: [0.5, 0.5], stopping: 'fixed', planned_rows: 1600 };
    const claim = claimOf('experiment', { variant: 'variant', metric: 'metric', time: 'hour' }, facts);
    return real ? honest(columns, claim) : unshown(columns, claim);
  };

/** The groups seem alike because an unlike column hides the difference; or they are alike. */
const hiddenDifference =
  (real: boolean) =>
  (random: Random): Make => {
    const x = coins(400, random);
    const age = x.map((side) => (real ? 0 : side) + normalDraw(random));
    const value = age.map((years, i) => 0.8 * years - (real ? 0 : 0.8 * (x[i] ?? 0)) + 0.5 * normalDraw(random));
    const columns = { group: letters(x), age, value };
    const claim = claimOf('equivalence', { group: 'group', value: 'value' }, { margin: 0.4, pre_treatment: ['age'] });
    return real ? honest(columns, claim) : unshown(columns, claim);
  };

/** The best of twenty measures is claimed; or the one that differs. */
const bestOfTwenty =
  (real: boolean) =>
  (random: Random): Make => {
    const x = coins(300, random);
    const measures = rowsOf(20, (m) =>
      normals(300, random).map((noise, i) => noise + (real && m === 0 ? 0.7 : 0) * (x[i] ?? 0)),
    );
    const gap = (column: Float64Array): number =>
      Math.abs(column.reduce((total, value, i) => total + value * ((x[i] ?? 0) - 0.5), 0));
    const best = real
      ? 0
      : measures.reduce((held, column, m) => (gap(column) > gap(measures[held] ?? column) ? m : held), 0);
    const named = Object.fromEntries(measures.map((column, m) => [`m${m}`, column]));
    const claim = claimOf('comparison', { group: 'group', value: `m${best}` }, { family: Object.keys(named) });
    return real ? honest({ group: letters(x), ...named }, claim) : unshown({ group: letters(x), ...named }, claim);
  };

/** A few sites of 100 rows each that differ by half a standard deviation; or the same rows, drawn one by one of a clear mean. */
const sites =
  (count: number, real: boolean) =>
  (random: Random): Make => {
    const own = rowsOf(count, () => 0.5 * normalDraw(random) + (real ? 1 : 0));
    const rows = rowsOf(100 * count, (row) => ({
      site: row % count,
      value: (own[row % count] ?? 0) + normalDraw(random),
    }));
    const columns = { site: rows.map(({ site }) => `s${site}`), value: rows.map(({ value }) => value) };
    const claim = claimOf(
      'level',
      { value: 'value', threshold: 0 },
      real ? { independent_rows: true } : { unit: 'site' },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'site');
  };

/** Two sites in each of two groups; or groups of the same sites. */
const sitesInGroups =
  (real: boolean) =>
  (random: Random): Make => {
    const own = rowsOf(4, () => 0.5 * normalDraw(random));
    const rows = rowsOf(400, (row) => {
      const site = row % 4;
      const b = real ? random() < 0.5 : site % 2 === 1;
      return { site, b, value: (own[site] ?? 0) + (real && b ? 0.8 : 0) + normalDraw(random) };
    });
    const columns = {
      site: rows.map(({ site }) => `s${site}`),
      group: rows.map(({ b }) => (b ? 'B' : 'A')),
      value: rows.map(({ value }) => value),
    };
    const claim = claimOf(
      'comparison',
      { group: 'group', value: 'value' },
      real ? { pre_treatment: ['site'] } : { unit: 'site' },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'site');
  };

/** Eight copies of each of 25 rows, with a little noise; or 200 rows. */
const nearlyCopied =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(real ? 200 : 25, (at) => {
      const b = at % 2 === 1;
      const value = normalDraw(random) + (real && b ? 0.9 : 0);
      return rowsOf(real ? 1 : 8, () => ({ sample: `p${at}`, b, value: value + 0.001 * normalDraw(random) }));
    }).flat();
    const claim = claimOf('comparison', { group: 'group', value: 'value' }, real ? {} : { unit: 'sample' });
    const columns = { group: rows.map(({ b }) => (b ? 'B' : 'A')), value: rows.map(({ value }) => value) };
    return real
      ? honest(columns, claim)
      : unshown({ ...columns, sample: rows.map(({ sample }) => sample) }, claim, 'sample');
  };

/** Traps that only a declaration, or a look at every column, shows; each with its honest twin. */
export const SILENT_PITFALLS: readonly Pitfall[] = [
  { name: '200 users × 50 rows, comparison', trap: users('comparison', false), twin: users('comparison', true) },
  { name: '200 users × 50 rows, level', trap: users('level', false), twin: users('level', true) },
  { name: '200 users × 50 rows, association', trap: users('association', false), twin: users('association', true) },
  { name: 'clinics treated whole, survival', trap: clinics(false), twin: clinics(true) },
  { name: 'switchback', trap: switchback(false), twin: switchback(true) },
  { name: 'a difference hidden by an unlike column', trap: hiddenDifference(false), twin: hiddenDifference(true) },
  { name: 'two sites, level', trap: sites(2, false), twin: sites(2, true) },
  { name: 'four sites, level', trap: sites(4, false), twin: sites(4, true) },
  { name: 'four sites in two groups', trap: sitesInGroups(false), twin: sitesInGroups(true) },
  { name: 'copies with a little noise', trap: nearlyCopied(false), twin: nearlyCopied(true) },
  { name: 'the best of twenty measures', trap: bestOfTwenty(false), twin: bestOfTwenty(true) },
];
