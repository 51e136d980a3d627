import { normalDraw, type Random } from '../../statistics/sample/hash-random';
import { defect, honest, type Pitfall, rowsOf, unshown } from './pitfall';
import { claimOf, normals } from '../plants/planted';

type Make = ReturnType<Pitfall['trap']>;

type Cell = string | number | null;

/** Rows as columns. */
export function columnsOf(rows: readonly Readonly<Record<string, Cell>>[]): Record<string, Cell[]> {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name] ?? null)]));
}

const RATIO = { numerator: 'revenue', denominator: 'orders' };

/** Value per order rises because small orders are gone; or because people spend more. */
const fewerOrders =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(3000, (i) => {
      const b = i % 2 === 1;
      const large = 1 + Math.floor(3 * random());
      const small = b && !real ? 0 : 1 + Math.floor(2 * random());
      const each = Math.exp(0.3 * normalDraw(random)) * (real && b ? 1.15 : 1);
      return { variant: b ? 'B' : 'A', orders: large + small, revenue: (40 * large + (real ? 8 : 0.5) * small) * each };
    });
    const claim = claimOf(
      'experiment',
      { variant: 'variant', ...RATIO },
      { intended_split: [0.5, 0.5], direction: 'B>A' },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'orders');
  };

/** Revenue per visit falls because cheap visitors come, not because anybody pays less; or everybody pays less. */
const ratioMix =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(6000, (i) => {
      const late = i % 2 === 1;
      const premium = random() < (real ? 0.5 : late ? 0.3 : 0.7);
      const visits = 1 + Math.floor(4 * random());
      const each = (premium ? 6 : 2) * (late ? (real ? 0.85 : 1.05) : 1);
      return {
        period: late ? 'after' : 'before',
        tier: premium ? 'premium' : 'basic',
        visits,
        paid: visits * each * Math.exp(0.3 * normalDraw(random)),
      };
    });
    const claim = claimOf(
      'comparison',
      { group: 'period', numerator: 'paid', denominator: 'visits' },
      { direction: 'after<before' },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'tier');
  };

/** The share of premium visits grows month by month; within each tier a visit pays as before. Or it pays more each month. */
const ratioTrend =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(6000, (i) => {
      const month = i % 40;
      const premium = random() < (real ? 0.5 : 0.2 + 0.015 * month);
      const visits = 1 + Math.floor(4 * random());
      const each = (premium ? 6 : 2) * (real ? 1 + 0.01 * month : 1);
      return {
        month,
        tier: premium ? 'premium' : 'basic',
        visits,
        paid: visits * each * Math.exp(0.2 * normalDraw(random)),
      };
    });
    const claim = claimOf('trend', { time: 'month', numerator: 'paid', denominator: 'visits' });
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'tier');
  };

/** One stratum was sampled nine times as often; the mean of the rows is not the mean of the people. */
const weights =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(1200, (i) => {
      const rare = i % 10 !== 0;
      return {
        stratum: rare ? 'rare' : 'common',
        weight: rare ? 0.2 : 8.2,
        value: (real || rare ? 0.6 : -0.4) + normalDraw(random),
      };
    });
    const claim = claimOf(
      'level',
      { value: 'value', threshold: 0, weight: 'weight' },
      { direction: '>', independent_rows: true },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim);
  };

/** Whole clinics were assigned, patients are counted. */
const clinicsAssigned =
  (clinics: number, effect: number) =>
  (random: Random): Make => {
    const rows = rowsOf(clinics, (clinic) => {
      const own = 0.5 * normalDraw(random) + effect * (clinic % 2);
      return rowsOf(60, () => ({
        clinic: `c${clinic}`,
        treated: clinic % 2 === 1 ? 'B' : 'A',
        value: own + normalDraw(random),
      }));
    }).flat();
    const claim = claimOf(
      'comparison',
      { group: 'treated', value: 'value', assigned_by: 'clinic' },
      { design: 'randomised' },
    );
    return effect > 0 ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'clinic');
  };

/** Everybody gets better with practice, and most receive B second; or B acts. */
const crossover =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(120, (person) => {
      const own = normalDraw(random);
      const last = random() < (real ? 0.5 : 0.8) ? 'B' : 'A';
      return [1, 2].map((period) => {
        const drug = (period === 2) === (last === 'B') ? 'B' : 'A';
        const value = own + (period === 2 ? 1 : 0) + (real && drug === 'B' ? 0.6 : 0) + 0.6 * normalDraw(random);
        return { person: `p${person}`, period, order: last === 'B' ? 'AB' : 'BA', drug, value };
      });
    }).flat();
    const claim = claimOf(
      'comparison',
      { group: 'drug', value: 'value', period: 'period', sequence: 'order' },
      { unit: 'person', design: 'randomised' },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim);
  };

/** The healthy take what they were given; the claim compares those who took it. Or it compares as assigned, and it works. */
const asReceived =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(1200, () => {
      const given = random() < 0.5 ? 'B' : 'A';
      const health = normalDraw(random);
      const taken = given === 'B' && health > -0.5 ? 'B' : 'A';
      return { given, taken, value: health + (real && taken === 'B' ? 0.7 : 0) + normalDraw(random) };
    });
    const roles = real
      ? { variant: 'given', metric: 'value', received: 'taken' }
      : { variant: 'taken', metric: 'value', assigned: 'given' };
    const claim = claimOf('experiment', roles, { design: 'randomised' });
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'given');
  };

/** The groups differed before, though they are said to be randomised; or they were alike. */
const brokenAssignment =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(800, () => {
      const before = normalDraw(random);
      const b = random() < (real ? 0.5 : 1 / (1 + Math.exp(-before)));
      return {
        variant: b ? 'B' : 'A',
        before,
        metric: before + (b ? 0.3 : 0) * (real ? 1 : 0) + 0.7 * normalDraw(random),
      };
    });
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'metric', baseline: 'before' },
      { design: 'randomised' },
    );
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'before');
  };

/** B helps most, and harms those with an old phone; or it helps everybody. */
const divided =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(4000, (i) => {
      const b = i % 2 === 1;
      const phone = random() < 0.3 ? 'old' : 'new';
      const effect = real ? 0.3 : phone === 'old' ? -0.4 : 0.6;
      return { variant: b ? 'B' : 'A', phone, metric: (b ? effect : 0) + normalDraw(random) };
    });
    const claim = claimOf(
      'experiment',
      { variant: 'variant', metric: 'metric', segment: ['phone'] },
      { intended_split: [0.5, 0.5] },
    );
    return real ? honest(columnsOf(rows), claim) : defect(columnsOf(rows), claim, 'phone');
  };

/** A model that knows its patients: rows of one patient are on both sides of the split. Or the split is by patient. */
const leakingSplit =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(120, (patient) => {
      const ill = random() < 0.5 ? 1 : 0;
      const side = random() < 0.5 ? 'test' : 'train';
      return rowsOf(8, () => {
        const split = real ? side : random() < 0.5 ? 'test' : 'train';
        const knows = real ? 0.75 : split === 'test' ? 0.85 : 1;
        return { patient: `p${patient}`, split, ill, said: random() < knows ? ill : 1 - ill };
      });
    }).flat();
    const claim = claimOf('classification', { y_true: 'ill', y_pred: 'said', split: 'split' }, { unit: 'patient' });
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim, 'patient');
  };

/** A shop switches between A and B day by day, and the same customers come back; days differ. Or B is better than days differ. */
const unitsAndDays =
  (real: boolean) =>
  (random: Random): Make => {
    const customers = normals(80, random);
    const rows = rowsOf(60, (day) => {
      const b = random() < 0.5;
      const own = 0.7 * normalDraw(random) + (real && b ? 1.5 : 0);
      return rowsOf(40, () => {
        const customer = Math.floor(80 * random());
        const spent = own + (customers[customer] ?? 0) + normalDraw(random);
        return { day, customer: `u${customer}`, variant: b ? 'B' : 'A', spent };
      });
    }).flat();
    const facts = { unit: 'customer', stopping: 'fixed', planned_rows: 2400, design: 'randomised' };
    const claim = claimOf('comparison', { group: 'variant', value: 'spent', time: 'day' }, facts);
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim);
  };

/** A year and a half of weeks from the trough of the year to its peak; or two years that rise. */
const partOfSeason =
  (real: boolean) =>
  (random: Random): Make => {
    const rows = rowsOf(real ? 104 : 78, (week) => ({
      week: new Date(Date.UTC(2022, 0, 3 + 7 * week)).toISOString().slice(0, 10),
      sales: 20 - 1.2 * Math.cos((2 * Math.PI * week) / 52.18) + (real ? 0.04 * week : 0) + 0.5 * normalDraw(random),
    }));
    const claim = claimOf('trend', { time: 'week', value: 'sales' });
    return real ? honest(columnsOf(rows), claim) : unshown(columnsOf(rows), claim);
  };

/** Traps that a role of the design shows, each with its honest twin. */
export const ROLE_PITFALLS: readonly Pitfall[] = [
  { name: 'a ratio that moves by its denominator', trap: fewerOrders(false), twin: fewerOrders(true) },
  { name: 'a mix shift in a ratio', trap: ratioMix(false), twin: ratioMix(true) },
  { name: 'a mix shift in the trend of a ratio', trap: ratioTrend(false), twin: ratioTrend(true) },
  { name: 'a stratum sampled more often', trap: weights(false), twin: weights(true) },
  { name: 'clinics assigned whole', trap: clinicsAssigned(40, 0), twin: clinicsAssigned(40, 0.9) },
  { name: 'few large clinics', trap: clinicsAssigned(12, 0), twin: clinicsAssigned(12, 2.5) },
  { name: 'a crossover with practice', trap: crossover(false), twin: crossover(true) },
  { name: 'as received', trap: asReceived(false), twin: asReceived(true) },
  { name: 'a segment that goes the other way', trap: divided(false), twin: divided(true) },
  { name: 'patients on both sides of a split', trap: leakingSplit(false), twin: leakingSplit(true) },
  { name: 'days that switch for the same customers', trap: unitsAndDays(false), twin: unitsAndDays(true) },
  { name: 'a part of a season', trap: partOfSeason(false), twin: partOfSeason(true) },
  { name: 'a broken assignment', trap: brokenAssignment(false), twin: brokenAssignment(true) },
];
