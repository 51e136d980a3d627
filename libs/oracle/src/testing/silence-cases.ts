import { autoregressive, claimOf, coins, counting, letters, normals } from '../calibrate/plants/planted';
import type { Declared } from '../claim/claim';
import { normalDraw, type Random } from '../statistics/sample/hash-random';
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

/** An experiment over days whose p passes one look, and 20 only where it is strong. */
function overDays(effect: number, random: Random): Inquiry {
  const x = coins(400, random);
  const columns = {
    day: Array.from(x, (_, i) => Math.floor(i / 20)),
    variant: letters(x),
    metric: x.map((side) => effect * side + normalDraw(random)),
  };
  const inquiry = inquire(columns, claimOf('experiment', { variant: 'variant', metric: 'metric' }));
  const { p = 1 } = inquiry.evidence() ?? {};
  return p <= inquiry.level && (effect > 0.4 || p > inquiry.level / 4) ? inquiry : overDays(effect, random);
}

/** One of many measures, weakly or strongly apart. */
function oneOfMany(effect: number, others: number, random: Random): Inquiry {
  const x = coins(300, random);
  const rest = Object.fromEntries(Array.from({ length: others }, (_, m) => [`m${m}`, normals(300, random)]));
  const value = x.map((side) => effect * side + normalDraw(random));
  const inquiry = inquire(
    { group: letters(x), value, ...rest },
    claimOf('comparison', { group: 'group', value: 'value' }),
  );
  const { p = 1 } = inquiry.evidence() ?? {};
  return p <= inquiry.level && (effect > 0.5 || p > inquiry.level / 4) ? inquiry : oneOfMany(effect, others, random);
}

/** One of many times to an event, the best of them; nothing is different. */
function bestOfTimes(random: Random): Inquiry {
  const x = coins(200, random);
  const times = Array.from({ length: 12 }, () => normals(200, random).map(Math.exp));
  const [time = x, ...rest] = times;
  const others = Object.fromEntries(rest.map((values, m) => [`days_${m}`, values]));
  const inquiry = inquire(
    { group: letters(x), died: x.map(() => 1), time, ...others },
    claimOf('survival', { time: 'time', event: 'died', group: 'group' }),
  );
  const { p = 1 } = inquiry.evidence() ?? {};
  return p <= inquiry.level ? inquiry : bestOfTimes(random);
}

function split(b: number, random: Random): Inquiry {
  const variant = Array.from({ length: 2000 }, () => (random() < b ? 'B' : 'A'));
  return inquire(
    { variant, metric: normals(2000, random) },
    claimOf('experiment', { variant: 'variant', metric: 'metric' }),
  );
}

function funds(column: Readonly<Record<string, readonly unknown[]>>, random: Random): Inquiry {
  return inquire(
    { ...column, value: normals(100, random).map((value) => value + 1) },
    claimOf('level', { value: 'value', threshold: 0 }),
  );
}

/** Treated when they lived long enough, the start in a column that nobody declared. */
function lateTreated(start: string, random: Random): Inquiry {
  const rows = Array.from({ length: 900 }, () => {
    const [from, life] = [2 * random(), -2 * Math.log(1 - random())];
    return { from, life, treated: random() < 0.5 && life > from ? 1 : 0 };
  });
  return inquire(
    {
      life: rows.map((row) => row.life),
      died: rows.map(() => 1),
      treated: rows.map((row) => row.treated),
      [start]: rows.map((row) => (row.treated === 1 ? row.from : null)),
    },
    claimOf('survival', { time: 'life', event: 'died', group: 'treated' }),
  );
}

/** A mean of rows in a few places that do not differ, or differ by chance. */
function meanOfPlaces(places: number, mean: number, random: Random, declared: Declared = {}): Inquiry {
  const place = Array.from({ length: 300 }, () => 1 + Math.floor(places * random()));
  const value = place.map(() => mean + normalDraw(random));
  return inquire({ place, value }, claimOf('level', { value: 'value', threshold: 0 }, declared));
}

/** Classes that differ between three clinics, said as the clinic has it or as the subject does. */
function classesOfClinics(saidOf: 'clinic' | 'subject', random: Random): Inquiry {
  const rows = Array.from({ length: 600 }, () => {
    const clinic = Math.floor(3 * random());
    const truth = random() < 0.3 + 0.2 * clinic ? 1 : 0;
    const said = saidOf === 'clinic' ? random() < 0.1 + 0.4 * clinic : random() < 0.2 + 0.6 * truth;
    return { clinic: `c${clinic}`, truth, said: said ? 1 : 0 };
  });
  const columns = {
    clinic: rows.map(({ clinic }) => clinic),
    truth: rows.map(({ truth }) => truth),
    said: rows.map(({ said }) => said),
  };
  return inquire(columns, claimOf('classification', { y_true: 'truth', y_pred: 'said' }));
}

const FEW_VALUES: readonly GateCase[] = [
  kase('undeclared-units', 'inconclusive', 'a mean in two places that agree, nothing said', (random) =>
    meanOfPlaces(2, 0.5, random),
  ),
  kase('undeclared-units', 'inconclusive', 'a weak mean in eight places that agree, nothing said', (random) =>
    meanOfPlaces(8, 0.17, random),
  ),
  kase('undeclared-units', 'sound', 'a clear mean in eight places that agree, nothing said', (random) =>
    meanOfPlaces(8, 1, random),
  ),
  kase('undeclared-units', 'sound', 'a mean in two places of rows drawn at random', (random) =>
    meanOfPlaces(2, 0.5, random, { population: 'random_sample' }),
  ),
  kase('undeclared-units', 'inconclusive', 'classes told by the clinic alone, which nobody named', (random) =>
    classesOfClinics('clinic', random),
  ),
  kase('undeclared-units', 'sound', 'classes told within each clinic, which nobody named', (random) =>
    classesOfClinics('subject', random),
  ),
];

const SILENT_FACTS: readonly GateCase[] = [
  kase('segment-reversal', 'inconclusive', 'a mediator that nobody declared, x assigned by chance', (random) => {
    const x = coins(4000, random);
    const bought = x.map((side) => (random() < 0.2 + 0.6 * side ? 1 : 0));
    const value = bought.map((flag, i) => 2 * flag - 0.6 * (x[i] ?? 0) + normalDraw(random));
    const claim = claimOf('comparison', { group: 'group', value: 'value' }, { design: 'randomised' });
    return inquire({ group: letters(x), bought, value }, claim);
  }),
  kase('stopping', 'inconclusive', 'over days, nothing said, weak', (random) => overDays(0.3, random)),
  kase('stopping', 'sound', 'over days, nothing said, strong', (random) => overDays(0.8, random)),
  kase('family', 'inconclusive', 'one of thirteen, nothing said, weak', (random) => oneOfMany(0.38, 12, random)),
  kase('family', 'sound', 'one of thirteen, nothing said, strong', (random) => oneOfMany(0.9, 12, random)),
  kase('family', 'inconclusive', 'one of twelve times to an event, nothing said', bestOfTimes),
  kase(
    'copied-rows',
    'inconclusive',
    'eight copies of each value with a little noise, no unit in the table',
    (random) => {
      const own = normals(25, random).map((value) => value + 0.45);
      const value = Array.from({ length: 200 }, (_, row) => (own[row % 25] ?? 0) + 0.001 * normalDraw(random));
      return inquire({ value }, claimOf('level', { value: 'value', threshold: 0 }));
    },
  ),
  kase('sample-ratio', 'inconclusive', 'nothing planned, 55 to 45', (random) => split(0.55, random)),
  kase('sample-ratio', 'sound', 'nothing planned, equal', (random) => split(0.5, random)),
  kase('survivorship', 'inconclusive', 'every row is open', (random) =>
    funds({ status: Array.from({ length: 100 }, () => 'open') }, random),
  ),
  kase('survivorship', 'inconclusive', 'every other number is there', (random) =>
    funds({ fund: Array.from({ length: 100 }, (_, i) => `f${2 * i}`) }, random),
  ),
  kase('immortal-time', 'inconclusive', 'a start that only the treated have', (random) => lateTreated('began', random)),
  kase('sample-ratio', 'inconclusive', 'hours were assigned, rows are counted', (random) => {
    const hours = Array.from({ length: 60 }, (_, hour) => ({
      hour,
      b: hour % 2 === 0,
      size: hour % 2 === 0 ? 40 : 25,
    }));
    const rows = hours.flatMap((hour) => Array.from({ length: hour.size }, () => hour));
    const claim = claimOf('experiment', { variant: 'variant', metric: 'metric' }, { intended_split: [1, 1] });
    const variant = rows.map(({ b }) => (b ? 'B' : 'A'));
    return inquire({ hour: rows.map(({ hour }) => hour), variant, metric: normals(rows.length, random) }, claim);
  }),
];

/** Cases of the gates that ask about columns nobody declared. */
export const SILENCE_CASES: readonly GateCase[] = [
  ...SILENT_FACTS,
  ...FEW_VALUES,
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
