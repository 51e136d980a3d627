import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DiskFloor } from '@svc/warehouse';
import { forever, type QueryStack, startQueryStack } from '../query-stack';
import { DiskWatch } from '../../src/process/disk-watch';
import type { ExportRequest } from '../../src/query-engine/query-engine';

const MiB = 1024 * 1024;

/** A hundred bytes that do not compress, 100,000 times for each of `n`. */
const rows = (n: number): string =>
  `SELECT md5(i::text) a, md5((i + 1)::text) b, md5((i + 2)::text) c FROM range(${String(n * 100_000)}) t(i)`;

describe('statements on a disk that fills up', () => {
  let stack: QueryStack;
  let room = 1024 * MiB;

  beforeAll(async () => {
    const floor = { room: () => Promise.resolve(room), require: () => Promise.resolve() };
    stack = await startQueryStack({ disk: new DiskWatch(floor, 5), diskBytes: 64 * MiB });
  });
  afterAll(() => stack.stop());
  beforeEach(() => {
    room = 1024 * MiB;
    jest.restoreAllMocks();
  });

  const ask = (caller: string, sql: string): ExportRequest => ({
    sql,
    caller,
    form: 'csv',
    tables: {},
    parameters: [],
    limit: 1_000_000_000,
    timeoutMs: 120_000,
    signal: forever,
  });

  async function nothingIsLeft(): Promise<void> {
    for (const folder of ['staged', 'incoming'])
      expect(await readdir(join(stack.root, 'warehouse', folder))).toEqual([]);
  }

  it('are not begun within the reserve', async () => {
    jest.spyOn(DiskFloor.prototype, 'room').mockResolvedValue(0);
    await expect(stack.engine.toFile(ask('user:a', rows(1)))).rejects.toMatchObject({ code: 'insufficient-storage' });
    await nothingIsLeft();
  });

  it('are stopped when they reach it', async () => {
    room = -1;
    await expect(stack.engine.toFile(ask('user:a', rows(20)))).rejects.toMatchObject({
      code: 'insufficient-storage',
      facts: { retryAfter: 30 },
    });
    await nothingIsLeft();
  });

  it('are stopped when they have written as much as one may', async () => {
    await expect(stack.engine.toFile(ask('user:a', rows(20)))).rejects.toMatchObject({ code: 'insufficient-storage' });
    await nothingIsLeft();
  });

  it('leave no worker unfit for the next one', async () => {
    const { stored } = await stack.engine.toFile(ask('user:a', rows(1)));
    expect(await stack.warehouse.results.usage('user:a')).toMatchObject({ used: stored.bytes });
    await stack.warehouse.results.discard(stored.object);
    expect(await stack.warehouse.results.usage('user:a')).toMatchObject({ used: 0 });
  });
});
