import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { computeUsage, deleteDataset, listDatasetVersions, previewDataset } from '@svc/contracts';
import { person } from '@svc/testing';
import { DataSource } from 'typeorm';
import { PostgresDeletedTables } from '../src/dataset/removal/adapters/postgres-deleted-tables';
import type { DeletedTable } from '../src/dataset/removal/removal.ports';
import { RemoveDeletedRows } from '../src/dataset/removal/remove-deleted-rows';
import { type ComputeHarness, startCompute } from './compute-harness';

const DAY_MS = 86_400_000;
const ADA = person('ada', 'editor');
const as = { principal: ADA };
const at = (name: string) => ({ params: { name }, query: {} });

let harness: ComputeHarness;
let source: DataSource;
let removing: RemoveDeletedRows;
let recorded: DeletedTable[];
let held: () => Promise<ReadonlySet<string>>;

beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
  source = await new DataSource({
    type: 'postgres',
    url: harness.postgres.url,
    extra: { options: '-c search_path=compute' },
  }).initialize();
  removing = new RemoveDeletedRows(
    new PostgresDeletedTables(source),
    { heldOf: () => held() },
    harness.warehouse,
    { record: (table) => Promise.resolve(void recorded.push(table)) },
    7 * DAY_MS,
    { now: () => new Date() },
  );
}, 240_000);
afterAll(async () => {
  await source.destroy();
  await harness.stop();
}, 30_000);
beforeEach(() => {
  recorded = [];
  held = () => Promise.resolve(new Set());
});

const run = () => removing.run(new AbortController().signal);
const bytes = async () => (await harness.gateway.call(computeUsage, {}, as)).storage_bytes.used;
const preview = (name: string) => harness.gateway.call(previewDataset, at(name), as);

async function objectOf(name: string): Promise<string> {
  const [row] = await harness.sql(
    'SELECT object FROM compute.dataset_version WHERE dataset = $1 ORDER BY number DESC',
    [name],
  );
  return String(row?.['object']);
}

/** Registers a dataset and deletes it, as if both had been that long ago. */
async function deleted(name: string, rows: string, daysAgo: number): Promise<string> {
  const { version } = await harness.register(rows, 'x.csv', { name }, ADA);
  const object = await objectOf(name);
  await harness.gateway.call(deleteDataset, { ...at(name), if_match: version.data_hash }, as);
  await harness.sql('UPDATE compute.deleted_dataset SET deleted_at = $2 WHERE name = $1', [
    name,
    new Date(Date.now() - daysAgo * DAY_MS),
  ]);
  await age(object);
  return object;
}

/** Makes the object one that was stored last a month ago. */
async function age(object: string): Promise<void> {
  const then = new Date(Date.now() - 30 * DAY_MS);
  for (const path of [join('sha256', object.slice(0, 2), object), join('renewed', object)])
    await utimes(join(harness.warehouseRoot, path), then, then).catch(() => undefined);
}

describe('the rows of a dataset that was deleted a week ago', () => {
  it('are removed; its versions stay, and count for nobody', async () => {
    const before = await bytes();
    const object = await deleted('gone', 'a\n1\n', 8);
    expect(await bytes()).toBeGreaterThan(before);
    expect(await run()).toBe(1);
    expect(await harness.warehouse.has(object)).toBe(false);
    expect(await bytes()).toBe(before);
    expect(recorded).toEqual([expect.objectContaining({ object, versions: [{ dataset: 'gone', number: 1 }] })]);
    expect(await run()).toBe(0);
    await harness.register('a\n1\n', 'x.csv', { name: 'gone' }, ADA);
    expect((await preview('gone')).rows).toEqual([[1]]);
    expect((await harness.gateway.call(listDatasetVersions, at('gone'), as)).items).toHaveLength(2);
  });

  it('are kept as long as a dataset has them, evidence stands on them, or the time is not over', async () => {
    const [shared, certified, recent] = [
      await deleted('shared', 'a\n2\n', 8),
      await deleted('certified', 'a\n3\n', 8),
      await deleted('recent', 'a\n4\n', 6),
    ];
    await harness.register('a\n2\n', 'x.csv', { name: 'other' }, ADA);
    await age(shared);
    held = () => Promise.resolve(new Set([certified]));
    expect(await run()).toBe(0);
    for (const object of [shared, certified, recent]) expect(await harness.warehouse.has(object)).toBe(true);
  });

  it('are kept while it cannot be known whether evidence stands on them', async () => {
    const object = await deleted('unknown', 'a\n5\n', 8);
    held = () => Promise.reject(new Error('cert-service is away'));
    await expect(run()).rejects.toThrow('away');
    expect(await harness.warehouse.has(object)).toBe(true);
  });

  it('are not lost to whoever uploads the same rows meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const rows = `a\n${String(100 + round)}\n`;
      await deleted(`before_${String(round)}`, rows, 8);
      const name = `after_${String(round)}`;
      await Promise.all([harness.register(rows, 'x.csv', { name }, ADA), ...Array.from({ length: 5 }, run)]);
      await run();
      expect(await harness.warehouse.has(await objectOf(name))).toBe(true);
      expect((await preview(name)).rows).toEqual([[100 + round]]);
    }
  });
});
