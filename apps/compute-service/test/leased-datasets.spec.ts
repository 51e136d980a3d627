import { deleteDataset, type Principal, runSql, shareDataset } from '@svc/contracts';
import { person } from '@svc/testing';
import { type ComputeHarness, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

const ADA = person('ada', 'editor');
const BOB = person('bob', 'editor');
const NOT_FOUND = { code: 'not-found' };

let harness: ComputeHarness;
beforeAll(async () => {
  harness = await startCompute();
  await Promise.all([harness.start(), harness.start()]);
}, 240_000);
afterAll(() => harness.stop(), 30_000);

const sql = (text: string, principal: Principal = ADA) =>
  harness.gateway.call(runSql, { params: {}, query: {}, body: { sql: text } }, { principal });
/** As often as it takes to reach both replicas, most likely. */
const eightTimes = <T>(ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 8 }, ask));
const at = (name: string) => ({ params: { name }, query: {} });
const csv = (name: string, text: string) => harness.register(text, 'x.csv', { name }, ADA);

/** Both replicas hold what they were asked for; a test that is too slow finds that the lease has run out, and passes. */
describe('a leased dataset', () => {
  it('is there once it is registered, also where it was just asked for in vain', async () => {
    for (const met of await eightTimes(() => problemOf(sql('FROM later')))) expect(met).toMatchObject(NOT_FOUND);
    await csv('later', 'a\n1\n');
    for (const { rows } of await eightTimes(() => sql('FROM later'))) expect(rows).toEqual([[1]]);
  });

  it('has its newest rows once they are registered', async () => {
    await csv('later', 'a\n2\n');
    for (const { rows } of await eightTimes(() => sql('FROM later'))) expect(rows).toEqual([[2]]);
  });

  it('is missing for who may not see it any more', async () => {
    const share = (visibility: 'project' | 'private') =>
      harness.gateway.call(
        shareDataset,
        { ...at('later'), body: { visibility, groups: [] }, if_match: '*' },
        { principal: ADA },
      );
    await eightTimes(() => sql('FROM later', BOB));
    await share('private');
    for (const met of await eightTimes(() => problemOf(sql('FROM later', BOB)))) expect(met).toMatchObject(NOT_FOUND);
    await share('project');
    for (const { rows } of await eightTimes(() => sql('FROM later', BOB))) expect(rows).toEqual([[2]]);
  });

  it('is missing before a repetition is told that it is deleted, whose first attempt died', async () => {
    const { version } = await csv('died', 'a\n3\n');
    await eightTimes(() => sql('FROM died'));
    // Nobody announced it: its replica died in between.
    await harness.sql("DELETE FROM compute.dataset WHERE name = 'died'");
    const again = harness.gateway.call(
      deleteDataset,
      { ...at('died'), if_match: version.data_hash },
      { principal: ADA },
    );
    expect(await problemOf(again)).toMatchObject(NOT_FOUND);
    for (const met of await eightTimes(() => problemOf(sql('FROM died')))) expect(met).toMatchObject(NOT_FOUND);
  });
});
