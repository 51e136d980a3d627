import { claimOf } from '../calibrate/plants/planted';
import type { ClaimKind, RoleValue } from '../claim/claim';
import { normalDraw, type Random, seededRandom } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import { attest } from './attest';

type Row = Readonly<Record<string, string | number>>;
interface Unwritten {
  readonly kind: ClaimKind;
  readonly roles: Readonly<Record<string, RoleValue>>;
  /** The gate that has to ask, and a word of its question. */
  readonly asks: string;
  readonly about: string;
  readonly rows: (random: Random) => readonly Row[];
}

const many = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at));
const GROUPED = { group: 'group', value: 'value' };
const LINKED = { x: 'x', y: 'y' };
const CURVES = { time: 'months', event: 'died', group: 'group' };
const LEVEL = { value: 'value', threshold: 0 };
const side = (isB: boolean): string => (isB ? 'B' : 'A');
const waiting = (random: Random, rate: number): number => -Math.log(1 - random()) / rate;

/** A value that wanders from day to day, and the day as `written` has it. */
const drifting =
  (written: (day: Date) => string | number) =>
  (random: Random): readonly Row[] => {
    let slow = normalDraw(random);
    return many(200, (at) => {
      slow = 0.95 * slow + 0.3 * normalDraw(random);
      return {
        when: written(new Date(Date.UTC(2024, 0, 1 + at))),
        value: slow + 0.5 * normalDraw(random),
      };
    });
  };
const days = (day: Date): string => day.toISOString().slice(0, 10).split('-').reverse().join('.');

/** Tables whose claim is false, and in which only a column that nobody spoke about shows it. */
const UNWRITTEN: Readonly<Record<string, Unwritten>> = {
  'stations named by their altitude': {
    kind: 'comparison',
    roles: GROUPED,
    asks: 'undeclared-units',
    about: 'altitude',
    rows: (random) => {
      const stations = many(30, () => ({
        altitude: Math.round(1000 * random()) / 10,
        isB: random() < 0.5,
        own: 0.6 * normalDraw(random),
      }));
      return stations.flatMap(({ altitude, isB, own }) =>
        many(30, () => ({ altitude, group: side(isB), value: own + normalDraw(random) })),
      );
    },
  },
  'an x that was measured once for each district': {
    kind: 'association',
    roles: LINKED,
    asks: 'undeclared-units',
    about: 'same x',
    rows: (random) =>
      many(30, () => ({ x: normalDraw(random), own: 0.5 * normalDraw(random) })).flatMap(({ x, own }) =>
        many(30, () => ({ x, y: own + normalDraw(random) })),
      ),
  },
  'days written day first': {
    kind: 'level',
    roles: LEVEL,
    asks: 'undeclared-order',
    about: 'in the order of when',
    rows: drifting(days),
  },
  'days in seconds since 1970': {
    kind: 'level',
    roles: LEVEL,
    asks: 'undeclared-order',
    about: 'in the order of when',
    rows: drifting((day) => day.getTime() / 1000),
  },
  'two causes that act only together': {
    kind: 'comparison',
    roles: GROUPED,
    asks: 'undeclared-causes',
    about: 'sex and old',
    rows: (random) =>
      many(1200, () => {
        const [isMale, isOld] = [random() < 0.5, random() < 0.5];
        const both = isMale === isOld ? 0 : 1;
        return {
          sex: isMale ? 'm' : 'f',
          old: isOld ? 'yes' : 'no',
          group: side(random() < 0.25 + 0.5 * both),
          value: 0.8 * both + normalDraw(random),
        };
      }),
  },
  'curves of an older and a younger group': {
    kind: 'survival',
    roles: CURVES,
    asks: 'undeclared-causes',
    about: 'age',
    rows: (random) =>
      many(400, () => {
        const age = normalDraw(random);
        const months = waiting(random, Math.exp(0.8 * age));
        return {
          age: 60 + 10 * age,
          group: side(normalDraw(random) + age > 0),
          months: Math.min(months, 3),
          died: months < 3 ? 1 : 0,
        };
      }),
  },
  'a group whose ill subjects were lost': {
    kind: 'survival',
    roles: CURVES,
    asks: 'missing-values',
    about: 'lost to follow-up',
    rows: (random) =>
      many(500, (at) => {
        const health = normalDraw(random);
        const months = waiting(random, Math.exp(-health));
        const seen = at % 2 === 1 && health < 0 ? 0.3 * random() : 3;
        return { group: side(at % 2 === 1), months: Math.min(months, seen), died: months < seen ? 1 : 0 };
      }),
  },
  'a trend that is a new instrument': {
    kind: 'trend',
    roles: { time: 'day', value: 'value' },
    asks: 'undeclared-causes',
    about: 'device',
    rows: (random) =>
      many(200, (day) => ({
        day,
        device: day < 100 ? 'old' : 'new',
        value: (day < 100 ? 0 : 1) + normalDraw(random),
      })),
  },
  'three groups that hold for a while each': {
    kind: 'comparison',
    roles: GROUPED,
    asks: 'undeclared-order',
    about: 'in the order of week',
    rows: (random) => {
      let [slow, at] = [normalDraw(random), 0];
      return many(240, (week) => {
        if (week % 20 === 0) at = Math.floor(3 * random());
        slow = 0.95 * slow + 0.3 * normalDraw(random);
        return { week, group: 'ABC'.charAt(at), value: slow + 0.6 * normalDraw(random) };
      });
    },
  },
};

/** The first draw that a test of rows believes, of those with this gate's question. */
function judged({ kind, roles, rows, asks }: Unwritten, name: string): ReturnType<typeof attest> {
  const claim = claimOf(kind, roles);
  for (let draw = 0; draw < 60; draw++) {
    const drawn = rows(seededRandom(`unwritten/${name}/${draw}`));
    const columns = Object.keys(drawn[0] ?? {}).map((column) => [column, drawn.map((row) => row[column] ?? null)]);
    const found = attest({ table: tableFromColumns(Object.fromEntries(columns)), claim });
    expect(found.verdict).not.toBe('sound');
    if (found.gates.some((gate) => gate.name === asks && gate.verdict === 'inconclusive')) return found;
  }
  throw new Error(`${asks} never asks`);
}

describe('tables whose defect nobody wrote down', () => {
  it.each(Object.entries(UNWRITTEN))('%s: never sound, and the column is asked about', (name, table) => {
    const found = judged(table, name);
    expect(found.gates.find((gate) => gate.name === table.asks)?.detail).toContain(table.about);
  });
});
