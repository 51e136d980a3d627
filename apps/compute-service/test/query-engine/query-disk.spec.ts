import { DiskWatch } from '../../src/process/disk-watch';
import { forever, type QueryStack, startQueryStack } from '../query-stack';

const MiB = 1024 * 1024;
const NEVER = 2 ** 31 - 1;
/** Sorts 600 MB with a quarter of it in memory. */
const SPILLS =
  "SELECT h FROM (SELECT hash(i) AS h, repeat('x', 200) || i AS s FROM range(3000000) r(i)) ORDER BY s LIMIT 1 OFFSET 2999990";
const WRITES = 'SELECT repeat(i::VARCHAR || hash(i), 400) AS x FROM range(100000) r(i)';

/** Between two looks at the disk, which here never come: what holds is what the engine and the kernel hold. */
describe('a disk with little room above its reserve', () => {
  let stack: QueryStack;
  let room: number;

  beforeAll(async () => {
    const floor = { room: () => Promise.resolve(room), require: () => Promise.resolve() };
    stack = await startQueryStack({ disk: new DiskWatch(floor, NEVER) });
  });
  afterAll(() => stack.stop());
  beforeEach(() => {
    room = 64 * MiB;
  });

  const statement = (sql: string) => ({
    sql,
    tables: {},
    parameters: [],
    timeoutMs: 120_000,
    caller: 'tester',
    signal: forever,
  });
  const query = (sql: string) => stack.engine.query({ ...statement(sql), limit: 10 });
  const file = (sql: string) => stack.engine.toFile({ ...statement(sql), form: 'csv', limit: 1e6 });
  const TOO_MUCH = { code: 'insufficient-storage', detail: expect.stringContaining('beside other work') };

  it('is not filled by what a statement spills', async () => {
    await expect(query(SPILLS)).rejects.toMatchObject(TOO_MUCH);
    room = 10_000 * MiB;
    expect((await query(SPILLS)).rows).toHaveLength(1);
  });

  it('is not filled by what a statement writes', async () => {
    await expect(file(WRITES)).rejects.toMatchObject(TOO_MUCH);
    expect((await file('SELECT 1 AS a')).rows).toBe(1);
  });

  it('answers small statements to the last byte', async () => {
    room = -64 * MiB;
    expect((await query('SELECT 42 AS a')).rows).toEqual([[42]]);
  });
});
