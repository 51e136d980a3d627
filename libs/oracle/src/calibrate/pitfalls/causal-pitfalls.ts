import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { defect, honest, type Pitfall, rowsOf, unshown } from './pitfall';
import { claimOf, coins, letters, normals } from '../plants/planted';

const simpson =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const rows = rowsOf(6000, () => {
      const hard = random() < 0.5;
      const b = random() < (real ? 0.5 : hard ? 0.2 : 0.8);
      const base = hard ? 0.25 : 0.65;
      return {
        variant: b ? 'B' : 'A',
        segment: hard ? 'hard' : 'easy',
        converted: random() < base + (b ? (real ? 0.06 : -0.05) : 0) ? 1 : 0,
      };
    });
    const columns = {
      variant: rows.map((r) => r.variant),
      segment: rows.map((r) => r.segment),
      converted: rows.map((r) => r.converted),
    };
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'converted' },
      { intended_split: [0.5, 0.5], direction: 'B>A' },
    );
    return real ? honest(columns, claim) : defect(columns, claim, 'segment');
  };

const confounding =
  (form: 'straight' | 'joint' | 'curved', real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const n = 600;
    const [a, b] = [normals(n, random), normals(n, random)];
    const common = rowsOf(n, (i) => {
      const [u, v] = [a[i] ?? 0, b[i] ?? 0];
      return form === 'straight' ? u : form === 'joint' ? (u + v) / Math.SQRT2 : u * u - 1 + 0.5 * u;
    });
    const x = common.map((value) => 0.8 * value + 0.6 * normalDraw(random));
    const y = common.map((value, i) => 0.9 * value + (real ? 0.5 : 0) * (x[i] ?? 0) + 0.6 * normalDraw(random));
    const columns = { x, y, w1: a, w2: b };
    const claim = claimOf('effect', { x: 'x', y: 'y' }, { design: 'observational', pre_treatment: ['w1', 'w2'] });
    if (real) return honest(columns, claim);
    return form === 'curved'
      ? unshown(columns, claim, 'w1')
      : defect(columns, claim, 'w1', ...(form === 'joint' ? ['w2'] : []));
  };

/** The control is a common effect (trap) or a common cause (twin). */
const collider =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const n = 600;
    const z0 = normals(n, random);
    const x = rowsOf(n, (i) => (real ? 0.8 * (z0[i] ?? 0) : 0) + normalDraw(random));
    const y = rowsOf(n, (i) => (real ? 0.5 * (x[i] ?? 0) - 0.7 * (z0[i] ?? 0) : 0) + normalDraw(random));
    const z = real ? z0 : rowsOf(n, (i) => (x[i] ?? 0) + (y[i] ?? 0) + 0.5 * normalDraw(random));
    const claim = claimOf(
      'effect',
      { x: 'x', y: 'y', controls: ['z'] },
      { design: 'observational', [real ? 'pre_treatment' : 'post_treatment']: ['z'] },
    );
    return real ? honest({ x, y, z }, claim) : defect({ x, y, z }, claim, 'z');
  };

/** x works through m. Declared as coming after, m is left alone; declared as coming before, it takes the effect away. */
const mediator =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const n = 500;
    const x = normals(n, random);
    const m = x.map((value) => value + 0.5 * normalDraw(random));
    const y = m.map((value) => 0.5 * value + normalDraw(random));
    const declared = real
      ? { design: 'randomised', post_treatment: ['m'] }
      : { design: 'observational', pre_treatment: ['m'] };
    const claim = claimOf('effect', { x: 'x', y: 'y' }, declared);
    return real ? honest({ x, y, m }, claim) : unshown({ x, y, m }, claim, 'm');
  };

const unmeasured =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const n = 800;
    const [u, w] = [normals(n, random), normals(n, random)];
    const x = rowsOf(n, (i) => 0.5 * (w[i] ?? 0) + (real ? 0 : 0.7 * (u[i] ?? 0)) + normalDraw(random));
    const y = rowsOf(n, (i) => (real ? 0.4 * (x[i] ?? 0) : 0.8 * (u[i] ?? 0)) + 0.4 * (w[i] ?? 0) + normalDraw(random));
    const falsifier = rowsOf(n, (i) => 0.6 * (u[i] ?? 0) + 0.3 * (w[i] ?? 0) + normalDraw(random));
    const claim = claimOf(
      'effect',
      { x: 'x', y: 'y' },
      { design: 'observational', pre_treatment: ['w'], negative_controls: ['falsifier'] },
    );
    return real ? honest({ x, y, w, falsifier }, claim) : defect({ x, y, w, falsifier }, claim, 'falsifier');
  };

/** The same link with nothing declared about causes, and from a randomised design. */
const undeclaredDesign =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const x = normals(400, random);
    const y = x.map((value) => 0.5 * value + normalDraw(random));
    const claim = claimOf('effect', { x: 'x', y: 'y' }, { design: real ? 'randomised' : 'observational' });
    return real ? honest({ x, y }, claim) : unshown({ x, y }, claim, 'pre_treatment');
  };

const regressionToMean =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const rows = rowsOf(1000, () => {
      const skill = normalDraw(random);
      const before = skill + normalDraw(random);
      return { before, skill };
    }).filter(({ before }) => !real || before < -0.6);
    const coached = rows.map(({ before }) => (real ? (random() < 0.5 ? 1 : 0) : before < -1.4 ? 1 : 0));
    const after = rows.map(({ skill }, i) => skill + normalDraw(random) + (real ? 0.7 : 0) * (coached[i] ?? 0));
    const columns = { before: rows.map((r) => r.before), after, coached };
    const claim = claimOf(
      'change',
      { before: 'before', after: 'after', group: 'coached' },
      { assignment: real ? 'randomised within before < -0.6' : 'before < -1.4' },
    );
    return real ? honest(columns, claim) : defect(columns, claim, 'before');
  };

/** Two halls whose members weigh differently from the start, and do not change (Lord); or one of them does. */
const lord =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const rows = rowsOf(400, (i) => {
      const hall = i % 2;
      const own = 1.5 * hall + normalDraw(random);
      return {
        hall: hall === 1 ? 'north' : 'east',
        before: own + 0.5 * normalDraw(random),
        after: own + 0.5 * normalDraw(random) + (real ? 0.6 * hall : 0),
      };
    });
    const columns = {
      hall: rows.map((r) => r.hall),
      before: rows.map((r) => r.before),
      after: rows.map((r) => r.after),
    };
    const claim = claimOf(
      'change',
      { before: 'before', after: 'after', group: 'hall' },
      { assignment: 'members chose their hall' },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'before');
  };

/** Treated late: those who lived long enough to be treated. Or treated at once. */
const immortalTime =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const rows = rowsOf(500, () => {
      const wish = random() < 0.5;
      const start = real ? 0 : 2 * random();
      const life = -Math.log(1 - random()) * 2 * (real && wish ? 1.8 : 1);
      const treated = wish && life > start;
      return {
        months: Math.min(life, 6),
        died: life <= 6 ? 1 : 0,
        treated: treated ? 1 : 0,
        start: treated ? start : null,
      };
    });
    const columns = {
      months: rows.map((r) => r.months),
      died: rows.map((r) => r.died),
      treated: rows.map((r) => r.treated),
      start: rows.map((r) => r.start),
    };
    const claim = claimOf(
      'survival',
      { time: 'months', event: 'died', group: 'treated' },
      { treatment_start: 'start' },
    );
    return real ? honest(columns, claim) : defect(columns, claim, 'treatment_start');
  };

/** A proxy moves; the goal moves too, or does not. */
const proxy =
  (real: boolean) =>
  (random: Random): ReturnType<Pitfall['trap']> => {
    const x = coins(3000, random);
    const clicks = x.map((side) => 0.25 * side + normalDraw(random));
    const revenue = x.map((side) => (real ? 0.25 : -0.02) * side + normalDraw(random));
    const columns = { variant: letters(x), clicks, revenue };
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'clicks' },
      { goal_metric: 'revenue', intended_split: [1, 1] },
    );
    return real ? honest(columns, claim) : unshown(columns, claim, 'revenue');
  };

/** Traps about causes, each with its honest twin. */
export const CAUSAL_PITFALLS: readonly Pitfall[] = [
  { name: 'simpson', trap: simpson(false), twin: simpson(true) },
  { name: 'confounding', trap: confounding('straight', false), twin: confounding('straight', true) },
  { name: 'joint confounding', trap: confounding('joint', false), twin: confounding('joint', true) },
  { name: 'curved confounding', trap: confounding('curved', false), twin: confounding('curved', true) },
  { name: 'collider', trap: collider(false), twin: collider(true) },
  { name: 'mediator', trap: mediator(false), twin: mediator(true) },
  { name: 'unmeasured confounding', trap: unmeasured(false), twin: unmeasured(true) },
  { name: 'undeclared design', trap: undeclaredDesign(false), twin: undeclaredDesign(true) },
  { name: 'regression to the mean', trap: regressionToMean(false), twin: regressionToMean(true) },
  { name: 'unlike groups', trap: lord(false), twin: lord(true) },
  { name: 'immortal time', trap: immortalTime(false), twin: immortalTime(true) },
  { name: 'proxy', trap: proxy(false), twin: proxy(true) },
];
