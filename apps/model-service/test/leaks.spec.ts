import { type Attestation, type Column, getJob, isTerminal, job as jobSchema, modelNoun } from '@svc/contracts';
import { attest, parseClaim, tableFromColumns } from '@svc/oracle';
import { CALLERS, eventually } from '@svc/testing';
import { type ModelHarness, startModel } from './model-harness';
import { sampleVersion } from './sample-version';
import { neighbours, TrainingWorld } from './training-world';

const { owner: ada } = CALLERS;
const ROWS = 600;
const GROUPS = 100;
const CITIES = 40;
const HOUR = 3_600_000;

type Cells = readonly (number | string | Date)[];
type Table = Readonly<Record<string, Cells>>;

interface Planted {
  readonly leaky: Table;
  readonly honest: Table;
  readonly request: object;
}

/** The same for the same place and purpose. */
function chance(row: number, purpose: number): number {
  const x = Math.sin(row * 12.9898 + purpose * 78.233) * 43_758.545_3;
  return x - Math.floor(x);
}

const rows = <T>(of: (row: number) => T): T[] => Array.from({ length: ROWS }, (_, row) => of(row));
const noise = (row: number): number => 2 * chance(row, 3) - 1;
const x = rows((row) => chance(row, 1));
const y = x.map((value, row) => 3 * value + noise(row));
const honest: Table = { x, y };

const time = rows((row) => new Date(1_600_000_000_000 + row * HOUR));
const seen = (after: number) => time.map((it) => new Date(it.getTime() + after));
const city = rows((row) => `city ${Math.floor(chance(row, 5) * CITIES)}`);
const person = rows((row) => Math.floor((row * GROUPS) / ROWS));
const trait = person.map((it) => chance(it, 8));

/** The mean of `y` by city: over these very rows, or over a year before that had other noise. */
function encoded(of: readonly number[]): number[] {
  return city.map((name) => {
    const there = of.filter((_, row) => city[row] === name);
    return there.reduce((sum, it) => sum + it, 0) / there.length;
  });
}

function ranks(values: readonly number[]): number[] {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const rank = new Map(order.map((row, place) => [row, place]));
  return values.map((_, row) => rank.get(row) ?? 0);
}

const PLANTS: readonly (readonly [string, Attestation['verdict'], Planted])[] = [
  ['a copy of the target', 'unsound', { leaky: { ...honest, copy: y }, honest, request: {} }],
  [
    'a column from after the prediction',
    'unsound',
    {
      leaky: { ...honest, time, refunded: seen(HOUR) },
      honest: { ...honest, time, booked: seen(-HOUR) },
      request: { time_col: 'time' },
    },
  ],
  [
    'categories encoded by the target of the same rows',
    'unsound',
    {
      leaky: { ...honest, city, code: encoded(y) },
      honest: { ...honest, city, code: encoded(rows((row) => chance(row, 9))) },
      request: { declared: { raw_category: 'city' } },
    },
  ],
  [
    'an identifier in the order of the target',
    'inconclusive',
    { leaky: { ...honest, id: ranks(y) }, honest: { ...honest, id: rows((row) => row) }, request: {} },
  ],
  [
    'groups that are only recognised',
    'inconclusive',
    {
      leaky: { person, trait, y: person.map((it, row) => 5 * chance(it, 9) + noise(row) / 2) },
      honest: { person, trait, y: trait.map((it, row) => 5 * it + noise(row) / 2) },
      request: { groups: 'person' },
    },
  ],
];

/** The oracle itself, over rows in memory. */
function judging(table: Table): NonNullable<TrainingWorld['judge']> {
  const cells = tableFromColumns(table);
  return (claim) => {
    const parsed = parseClaim(claim, cells.columns);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { verdict, reason } = attest({ table: cells, claim: parsed.claim });
    return { ...sampleVersion(verdict).attestation, verdict, reason };
  };
}

function columnsOf(table: Table): Column[] {
  return Object.entries(table).map(([name, [first]]) => ({
    name,
    type: first instanceof Date ? 'timestamp' : typeof first === 'string' ? 'string' : 'number',
  }));
}

describe('a model on data with a leak', () => {
  const world = new TrainingWorld();
  let harness: ModelHarness;
  beforeAll(async () => {
    harness = await startModel({ engines: world.engines(), beside: neighbours(world) });
  });
  afterAll(() => harness.stop());

  async function trained(name: string, table: Table, request: object) {
    const { object, bytes } = await harness.warehouse.put(new TextEncoder().encode(name));
    world.table = { data_hash: `sha256:${object}`, object, rows: ROWS, bytes, columns: columnsOf(table) };
    world.judge = judging(table);
    const asked = { params: {}, query: {}, body: { name, target: 'y', derivation: 'planted', ...request } };
    let job = jobSchema.parse(await harness.ask(modelNoun.endpoints.trainModel, asked, ada));
    await eventually(async () => {
      const look = { params: { id: job.id }, query: {}, body: undefined };
      job = jobSchema.parse(await harness.ask(getJob, look, ada));
      return isTerminal(job.state);
    });
    return job.result;
  }

  it.each(PLANTS)('%s is %s and no champion; its honest twin is champion', async (_, verdict, planted) => {
    const { leaky, honest: twin, request } = planted;
    const name = `plant_${PLANTS.findIndex(([, , it]) => it === planted)}`;
    expect(await trained(`${name}_leaky`, leaky, request)).toMatchObject({ verdict, champion: false });
    expect(await trained(`${name}_twin`, twin, request)).toMatchObject({ verdict: 'sound', champion: true });
  });
});
