import {
  computeUsage,
  deleteDataset,
  getDataset,
  listDatasets,
  listDatasetVersions,
  type Principal,
  resolveDatasets,
  runSql,
} from '@svc/contracts';
import { person } from '@svc/testing';
import { type ComputeHarness, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

const ADA = person('ada', 'editor');
const BOB = person('bob', 'editor');

let harness: ComputeHarness;
beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
});
afterAll(() => harness.stop(), 30_000);

const at = (name: string) => ({ params: { name }, query: {} });
const remove = (name: string, ifMatch?: string, principal: Principal = ADA) =>
  harness.gateway.call(
    deleteDataset,
    { ...at(name), ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
    { principal },
  );
const show = (name: string, principal: Principal = ADA) => harness.gateway.call(getDataset, at(name), { principal });
const versions = async (name: string, principal: Principal = ADA) =>
  (await harness.gateway.call(listDatasetVersions, at(name), { principal })).items;
const bytes = async () => (await harness.gateway.call(computeUsage, {}, { principal: ADA })).storage_bytes.used;

describe('deleting a dataset', () => {
  it('takes its name out of lists, statements and what other services resolve', async () => {
    const { version } = await harness.register('a\n1\n', 'x.csv', { name: 'gone' }, ADA);
    expect(await remove('gone', version.data_hash)).toEqual({ deleted: true });
    expect(await problemOf(show('gone'))).toMatchObject({ code: 'not-found' });
    const { items } = await harness.gateway.call(listDatasets, { params: {}, query: {} }, { principal: ADA });
    expect(items.map((it) => it.name)).not.toContain('gone');
    const statement = { params: {}, query: {}, body: { sql: 'FROM gone' } };
    expect(await problemOf(harness.gateway.call(runSql, statement, { principal: ADA }))).toMatchObject({
      code: 'not-found',
    });
    const resolved = await harness.gateway.call(resolveDatasets, { names: ['gone'] }, { principal: ADA });
    expect(resolved.missing).toEqual(['gone']);
    expect(await problemOf(remove('gone', version.data_hash))).toMatchObject({ code: 'not-found' });
  });

  it('is refused while derivations read it, and names those that the caller sees', async () => {
    const { version } = await harness.register('a\n1\n', 'x.csv', { name: 'read' }, ADA);
    harness.derivations.readers.set('read', { seen: ['delays', 'revenue'], unseen: 1 });
    expect(await problemOf(remove('read', version.data_hash))).toMatchObject({
      code: 'in-use',
      detail: '"read" is an input of delays, revenue, 1 that you may not see. Change or delete those first.',
    });
    expect((await show('read')).name).toBe('read');
    harness.derivations.readers.clear();
    expect(await remove('read', version.data_hash)).toEqual({ deleted: true });
  });

  it('needs the tag of what was read, and one of many at once wins', async () => {
    const first = await harness.register('a\n1\n', 'x.csv', { name: 'raced' }, ADA);
    const second = await harness.register('a\n2\n', 'x.csv', { name: 'raced' }, ADA);
    expect(await problemOf(remove('raced'))).toMatchObject({ code: 'precondition-required' });
    expect(await problemOf(remove('raced', first.version.data_hash))).toMatchObject({ code: 'precondition-failed' });
    const met = await Promise.all(
      Array.from({ length: 5 }, () => problemOf(remove('raced', second.version.data_hash))),
    );
    expect(met.filter((it) => it === 'it was accepted')).toHaveLength(1);
  });

  it('does not exist for whoever does not see the dataset', async () => {
    const { version } = await harness.register('a\n1\n', 'x.csv', { name: 'hidden' }, ADA, {});
    expect(await problemOf(remove('hidden', version.data_hash, BOB))).toMatchObject({ code: 'not-found' });
    expect((await show('hidden')).name).toBe('hidden');
  });

  it('keeps the rows as evidence, which go on counting for their owner', async () => {
    const { version } = await harness.register('a\n7\n', 'x.csv', { name: 'kept' }, ADA);
    const before = await bytes();
    const [row] = await harness.sql("SELECT object FROM compute.dataset_version WHERE dataset = 'kept'");
    await remove('kept', version.data_hash);
    expect(await harness.warehouse.has(String(row?.['object']))).toBe(true);
    expect(await bytes()).toBe(before);
  });

  it('leaves the name to those who saw it, with its versions as their past', async () => {
    const { version } = await harness.register('a\n1\n', 'x.csv', { name: 'reused' }, ADA, {});
    await remove('reused', version.data_hash);
    expect(await problemOf(harness.register('a\n5\n', 'x.csv', { name: 'reused' }, BOB, {}))).toMatchObject({
      code: 'conflict',
    });
    const again = await harness.register('a\n1\n', 'x.csv', { name: 'reused' }, ADA, {});
    expect(again).toMatchObject({ owner: ADA.id, versions: 2, version: { data_hash: version.data_hash } });
    expect(await versions('reused')).toHaveLength(2);
    expect(await problemOf(show('reused', BOB))).toMatchObject({ code: 'not-found' });
  });
});
