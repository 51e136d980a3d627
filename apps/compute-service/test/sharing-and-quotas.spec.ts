import {
  type AccessChange,
  computeUsage,
  getDataset,
  getDatasetAccess,
  getSavedQuery,
  getSavedQueryAccess,
  listDatasets,
  listDatasetVersions,
  listSavedQueries,
  type Principal,
  putSavedQuery,
  resolveDatasets,
  runSql,
  shareDataset,
  shareSavedQuery,
  VISIBILITIES,
} from '@svc/contracts';
import { cursorAfter } from '@svc/platform';
import { person } from '@svc/testing';
import { ExtendQueriesAndAddSavedOnes } from '../migrations/extend-queries-and-add-saved-ones';
import { CreateDatasetsAndQueries } from '../migrations/create-datasets-and-queries';
import { SayWhoSeesDatasetsAndQueries } from '../migrations/say-who-sees-datasets-and-queries';
import { type ComputeHarness, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

const ADA = person('ada', 'editor');
const BOB = person('bob', 'editor', ['red']);
const ADMIN = person('root', 'admin');
const LONG = 'SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b';
const LIMIT = 2200;

let harness: ComputeHarness;
beforeAll(async () => {
  harness = await startCompute();
  await harness.start({ SVC_MAX_QUERIES_PER_CALLER: '3', SVC_MAX_STORAGE_PER_CALLER_BYTES: String(LIMIT) });
});
afterAll(() => harness.stop(), 30_000);

const at = (name: string) => ({ params: { name }, query: {} });
const read = (name: string, principal = ADA) => harness.gateway.call(getDatasetAccess, at(name), { principal });
const share = (name: string, body: AccessChange, ifMatch?: string, principal = ADA) =>
  harness.gateway.call(
    shareDataset,
    { ...at(name), body, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
    { principal },
  );
const say = async (name: string, body: AccessChange) => share(name, body, (await read(name)).etag);
const sql = (statement: string, principal = ADA) =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: statement } }, { principal });
const usageOf = (principal: Principal) => harness.gateway.call(computeUsage, {}, { principal });

describe('sharing', () => {
  it('says its own tag, and changes no other', async () => {
    const before = await harness.register('a\n1\n', 'x.csv', { name: 'shared' }, ADA);
    const first = await read('shared');
    expect(first).toMatchObject({ owner: ADA.id, visibility: 'project', groups: [] });
    const second = await share('shared', { visibility: 'groups', groups: ['red', 'blue', 'red'] }, first.etag);
    expect(second).toMatchObject({ owner: ADA.id, visibility: 'groups', groups: ['blue', 'red'] });
    expect(second.etag).not.toBe(first.etag);
    expect(await read('shared')).toEqual(second);
    expect((await share('shared', { visibility: 'groups', groups: ['red', 'blue'] }, second.etag)).etag).toBe(
      second.etag,
    );
    expect(await harness.gateway.call(getDataset, at('shared'), { principal: ADA })).toEqual(before);
    expect((await say('shared', { visibility: 'project', groups: [] })).etag).toBe(first.etag);
  });

  it('needs the tag of what was read; of many at once one wins', async () => {
    const { etag } = await read('shared');
    expect(await problemOf(share('shared', { visibility: 'private', groups: [] }))).toMatchObject({
      code: 'precondition-required',
    });
    const changes = Array.from({ length: 6 }, (_, n) =>
      problemOf(share('shared', { visibility: 'groups', groups: [`g${String(n)}`] }, etag)),
    );
    const met = await Promise.all(changes);
    expect(met.filter((it) => it === 'it was accepted')).toHaveLength(1);
    for (const one of met)
      if (one !== 'it was accepted')
        expect(one).toMatchObject({ code: 'precondition-failed', data: { etag: (await read('shared')).etag } });
    await say('shared', { visibility: 'project', groups: [] });
  });

  it('is for the owner and admins: who only sees it is refused, and a new owner is the owner', async () => {
    const { etag } = await read('shared');
    expect(await problemOf(share('shared', { visibility: 'private', groups: [] }, etag, BOB))).toMatchObject({
      code: 'forbidden',
    });
    const handed = await share('shared', { visibility: 'private', groups: [], owner: BOB.id }, etag);
    expect(handed).toMatchObject({ owner: BOB.id, visibility: 'private' });
    expect(await problemOf(read('shared'))).toMatchObject({
      code: 'not-found',
      detail: 'There is no dataset "shared".',
    });
    expect((await harness.gateway.call(getDataset, at('shared'), { principal: BOB })).owner).toBe(BOB.id);
    const back = await share('shared', { visibility: 'project', groups: [], owner: ADA.id }, handed.etag, ADMIN);
    expect(back).toMatchObject({ owner: ADA.id });
  });

  it('of a saved query is what its first definition said, and no later one', async () => {
    const put = (body: object, ifMatch?: string) =>
      harness.gateway.call(
        putSavedQuery,
        { ...at('kept'), body: { sql: 'SELECT 1', ...body }, ...(ifMatch === undefined ? {} : { if_match: ifMatch }) },
        { principal: ADA },
      );
    const access = () => harness.gateway.call(getSavedQueryAccess, at('kept'), { principal: ADA });
    const first = await put({});
    const said = await access();
    expect(said).toMatchObject({ owner: ADA.id, visibility: 'private' });
    const second = await put({ visibility: 'project' }, first.etag);
    expect([second.version, second.etag === first.etag]).toEqual([2, false]);
    expect(await access()).toEqual(said);
    expect(await problemOf(harness.gateway.call(getSavedQuery, at('kept'), { principal: BOB }))).toMatchObject({
      code: 'not-found',
    });
    await harness.gateway.call(
      shareSavedQuery,
      { ...at('kept'), body: { visibility: 'groups', groups: ['red'] }, if_match: said.etag },
      { principal: ADA },
    );
    expect(await harness.gateway.call(getSavedQuery, at('kept'), { principal: BOB })).toEqual(second);
  });

  it('withdrawn between two equal questions hides the known answer too', async () => {
    await harness.register('a\n1\n2\n', 'x.csv', { name: 'withdrawn' }, ADA);
    const ask = () => sql('SELECT sum(a) AS s FROM withdrawn', BOB);
    expect([(await ask()).cached, (await ask()).cached]).toEqual([false, true]);
    await say('withdrawn', { visibility: 'private', groups: [] });
    expect(await problemOf(ask())).toMatchObject({
      code: 'not-found',
      detail: 'There is no dataset or derivation "withdrawn".',
      data: { near: [] },
    });
    expect((await sql('SELECT sum(a) AS s FROM withdrawn')).cached).toBe(true);
    await say('withdrawn', { visibility: 'groups', groups: ['red'] });
    expect(await ask()).toMatchObject({ rows: [[3]], cached: true });
  });

  it("hides a dataset and not the derivation of its name; derivations are the caller's too", async () => {
    await harness.register('a\n5\n', 'x.csv', { name: 'twice' }, ADA);
    const { datasets } = await harness.gateway.call(resolveDatasets, { names: ['withdrawn'] }, { principal: ADA });
    harness.derivations.put('twice', datasets['withdrawn']?.version ?? null);
    await say('twice', { visibility: 'private', groups: [] });
    expect((await sql('SELECT sum(a) FROM twice')).rows).toEqual([[5]]);
    expect((await sql('SELECT sum(a) FROM twice', BOB)).rows).toEqual([[3]]);
    harness.derivations.onlyFor.set('twice', ADA.id);
    expect(await problemOf(sql('SELECT sum(a) FROM twice', BOB))).toMatchObject({ code: 'not-found' });
  });

  it('filters lists before it cuts pages', async () => {
    for (let n = 0; n < 6; n += 1) {
      await harness.register(`a\n${String(n)}\n`, 'x.csv', { name: `page_${String(n)}` }, ADA);
      await harness.gateway.call(
        putSavedQuery,
        { ...at(`page_${String(n)}`), body: { sql: 'SELECT 1', visibility: n % 2 === 0 ? 'private' : 'project' } },
        { principal: ADA },
      );
      if (n % 2 === 0) await say(`page_${String(n)}`, { visibility: 'private', groups: [] });
    }
    const datasets = (query: object) => harness.gateway.call(listDatasets, { params: {}, query }, { principal: BOB });
    const queries = (query: object) =>
      harness.gateway.call(listSavedQueries, { params: {}, query }, { principal: BOB });
    for (const list of [datasets, queries]) {
      const page = await list({ limit: 2, cursor: cursorAfter('page_0') });
      expect(page.items.map(({ name }) => name)).toEqual(['page_1', 'page_3']);
      expect((await list({ limit: 1, cursor: page.next_cursor ?? '' })).items.map(({ name }) => name)).toEqual([
        'page_5',
      ]);
    }
    expect(
      await problemOf(
        harness.gateway.call(listDatasets, { params: {}, query: { cursor: cursorAfter('a\0b') } }, { principal: BOB }),
      ),
    ).toMatchObject({ code: 'invalid-request' });
  });
});

describe('the allowance of a caller', () => {
  it('is as many statements at once as they may have, running and waiting; others and services are not kept from theirs', async () => {
    const over = new AbortController();
    const held = Array.from({ length: 3 }, () =>
      harness.gateway
        .call(runSql, { params: {}, query: {}, body: { sql: LONG } }, { principal: BOB, signal: over.signal })
        .catch(() => null),
    );
    while ((await usageOf(BOB)).queries.used < 3);
    expect((await usageOf(BOB)).queries).toEqual({ used: 3, limit: 3 });
    expect(await problemOf(sql('SELECT 1', BOB))).toMatchObject({
      code: 'quota-exceeded',
      retryAfter: 1,
      data: { quota: 'queries', used: 3, limit: 3 },
    });
    expect((await usageOf(ADA)).queries).toEqual({ used: 0, limit: 3 });
    expect((await sql('SELECT 2', ADA)).rows).toEqual([[2]]);
    over.abort();
    await Promise.all(held);
    while ((await usageOf(BOB)).queries.used > 0);
    expect((await sql('SELECT 1', BOB)).rows).toEqual([[1]]);
  });

  it('is so many bytes of the datasets they own, also when many arrive at once; the same rows count once', async () => {
    const eve = person('eve', 'editor');
    const first = await harness.register('a\n1000\n', 'x.csv', { name: 'eve_0' }, eve);
    const { bytes } = first.version;
    expect((await usageOf(eve)).storage_bytes).toEqual({ used: bytes, limit: LIMIT });
    await harness.register('a\n1000\n', 'x.csv', { name: 'eve_again' }, eve);
    expect((await usageOf(eve)).storage_bytes.used).toBe(bytes);
    const met = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        problemOf(harness.register(`a\n${String(2000 + n)}\n`, 'x.csv', { name: `eve_${String(n + 1)}` }, eve)),
      ),
    );
    const { used } = (await usageOf(eve)).storage_bytes;
    expect(used).toBeLessThanOrEqual(LIMIT);
    expect(used + bytes).toBeGreaterThan(LIMIT);
    const refused = met.filter((it) => it !== 'it was accepted');
    expect(met.length - refused.length).toBe(Math.floor(LIMIT / bytes) - 1);
    for (const one of refused)
      expect(one).toMatchObject({
        code: 'quota-exceeded',
        data: { quota: 'storage', limit: LIMIT },
        detail: expect.stringContaining('/access'),
      });
  });

  it('refuses before anything is kept, whoever adds to the dataset, and lets the same rows come again', async () => {
    const eve = person('eve', 'editor');
    const objects = async () => (await harness.sql('SELECT count(*)::int AS n FROM compute.dataset_version'))[0]?.['n'];
    const before = await objects();
    expect(await problemOf(harness.register('a\n77\n', 'x.csv', { name: 'eve_0' }, BOB))).toMatchObject({
      code: 'quota-exceeded',
      data: { quota: 'storage', limit: LIMIT },
    });
    expect(await objects()).toBe(before);
    expect((await harness.gateway.call(listDatasetVersions, at('eve_0'), { principal: eve })).items).toHaveLength(1);
    expect(await harness.register('a\n1000\n', 'x.csv', { name: 'eve_0' }, eve)).toMatchObject({ versions: 1 });
  });
});

describe('what was stored before', () => {
  it('is seen as it was: datasets by the project, saved queries as their definition says', async () => {
    await harness.sql('CREATE SCHEMA before; SET search_path = before');
    const change = { query: (statement: string) => harness.sql(statement) };
    for (const migration of [new CreateDatasetsAndQueries(), new ExtendQueriesAndAddSavedOnes()])
      await migration.up(change);
    await harness.sql("INSERT INTO dataset VALUES ('d', '', 'token:x', now(), now())");
    for (const visibility of [...VISIBILITIES, null]) {
      await harness.sql('INSERT INTO saved_query VALUES ($1, $2, $3, 1, $4, now(), now())', [
        String(visibility),
        JSON.stringify(visibility === null ? {} : { visibility }),
        'token:x',
        '',
      ]);
    }
    await new SayWhoSeesDatasetsAndQueries().up(change);
    expect(await harness.sql('SELECT visibility, groups FROM dataset')).toEqual([
      { visibility: 'project', groups: [] },
    ]);
    expect(await harness.sql('SELECT name, visibility FROM saved_query ORDER BY name')).toEqual([
      { name: 'groups', visibility: 'private' },
      { name: 'null', visibility: 'private' },
      { name: 'private', visibility: 'private' },
      { name: 'project', visibility: 'project' },
    ]);
  });
});
