import { join } from 'node:path';
import { readFile, rm, stat } from 'node:fs/promises';
import type { TableVersion } from '@svc/contracts';
import { flipped, objectPath, rewriteFile } from '@svc/testing';
import { forever, type QueryStack, startQueryStack } from '../query-stack';
import type { QueryAnswer } from '../../src/query-engine/answer/answers';

let stack: QueryStack;
let root: string;
beforeAll(async () => {
  stack = await startQueryStack();
  root = join(stack.root, 'warehouse');
});
afterAll(() => stack.stop());

const SUM = 'SELECT sum(delay)::BIGINT AS total FROM flights';
const statement = (flights: TableVersion, sql = SUM) => ({
  sql,
  tables: { flights },
  parameters: [],
  limit: 100,
  timeoutMs: 120_000,
  caller: 'tester',
  signal: forever,
});
const query = (flights: TableVersion): Promise<QueryAnswer> => stack.engine.query(statement(flights));
/** Rows that no other test has; uncompressed enough that one changed byte changes one value. */
const made = (seed: number): Promise<TableVersion> =>
  stack.table(`SELECT CAST(i * ${seed} AS BIGINT) AS delay FROM range(1, 100001) r(i)`);
const tamper = ({ object }: TableVersion, change: (content: Buffer) => Buffer): Promise<void> =>
  rewriteFile(objectPath(root, object), change);
const refused = ({ object }: TableVersion) => ({
  code: 'object-corrupt',
  detail: expect.stringMatching(new RegExp(`The rows of "flights".*${object}`)),
});

describe('a statement over rows whose bytes were changed in storage', () => {
  it.each([
    ['in one byte, at the same size and time', (content: Buffer) => flipped(content)],
    ['to half of them', (content: Buffer) => content.subarray(0, content.length / 2)],
    ['to those of another table', async () => readFile(objectPath(root, (await made(2)).object))],
  ])('%s is refused by the name of the object, in every form', async (name, change) => {
    const flights = await made(name.length);
    const right = await query(flights);
    const content = await change(await readFile(objectPath(root, flights.object)));
    await tamper(flights, () => content);
    await expect(query(flights)).rejects.toMatchObject(refused(flights));
    await expect(stack.engine.answer(statement(flights))).rejects.toMatchObject(refused(flights));
    await expect(stack.engine.toParquet(statement(flights))).rejects.toMatchObject(refused(flights));
    await expect(stack.engine.toFile({ ...statement(flights), form: 'csv' })).rejects.toMatchObject(refused(flights));
    // Storing the same rows again brings them back.
    expect(await made(name.length)).toMatchObject({ object: flights.object });
    expect((await query(flights)).rows).toEqual(right.rows);
  });

  it('is refused when they are gone', async () => {
    const flights = await made(3);
    await query(flights);
    await rm(objectPath(root, flights.object));
    await expect(query(flights)).rejects.toMatchObject(refused(flights));
  });

  it('is refused when they are changed while it runs', async () => {
    const flights = await made(4);
    const rows = `SELECT count(*) FROM flights a, range(3000) b WHERE hash(a.delay + b.range) % 7 = 1`;
    const running = stack.engine.query(statement(flights, rows));
    const changed = whenRunning().then(() => tamper(flights, flipped));
    await expect(running).rejects.toMatchObject(refused(flights));
    await changed;
  });

  it('never gives an answer with changed rows, whenever they change', async () => {
    const flights = await made(5);
    const right = (await query(flights)).rows;
    const content = await readFile(objectPath(root, flights.object));
    const endings = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const asked = query(flights).then(
        ({ rows }) => expect(rows).toEqual(right),
        (error: unknown) => expect(error).toMatchObject({ code: expect.stringMatching(/object-corrupt|unavailable/) }),
      );
      await tamper(flights, flipped).then(
        () => endings.add('changed'),
        () => endings.add('gone'),
      );
      await asked;
      await expect(query(flights)).rejects.toMatchObject({ code: 'object-corrupt' });
      await stack.warehouse.put(content);
    }
    expect(endings).toContain('changed');
    expect((await query(flights)).rows).toEqual(right);
  });
});

it('asks for rows again and again without touching their file, so that nobody has to read it anew', async () => {
  const [flights, other] = [await made(6), await made(7)];
  await query(flights);
  const { ctimeNs } = await stat(objectPath(root, flights.object), { bigint: true });
  for (let round = 0; round < 3; round += 1) {
    await query(other);
    await query(flights);
  }
  expect((await stat(objectPath(root, flights.object), { bigint: true })).ctimeNs).toBe(ctimeNs);
});

async function whenRunning(): Promise<void> {
  while (stack.pools.interactive.load.running === 0) await new Promise(setImmediate);
}
