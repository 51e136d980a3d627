import { getDataset, getDatasetAccess, getSavedQueryAccess, putSavedQuery } from '@svc/contracts';
import { person } from '@svc/testing';
import { type ComputeHarness, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

const ADA = person('ada', 'editor');
const BOB = person('bob', 'editor', ['red']);

let harness: ComputeHarness;
beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
}, 240_000);
afterAll(() => harness.stop(), 30_000);

const at = (name: string) => ({ params: { name }, query: {} });
const read = (name: string) => harness.gateway.call(getDatasetAccess, at(name), { principal: ADA });

describe('who sees what is new', () => {
  it('begins with whoever registered it alone, unless the registration says otherwise', async () => {
    const csv = ['a\n1\n', 'x.csv'] as const;
    await harness.register(...csv, { name: 'uploaded' }, ADA, {});
    expect(await read('uploaded')).toMatchObject({ owner: ADA.id, visibility: 'private', groups: [] });
    expect(await problemOf(harness.gateway.call(getDataset, at('uploaded'), { principal: BOB }))).toMatchObject({
      code: 'not-found',
    });
    await harness.register(...csv, { name: 'for_two' }, ADA, { visibility: 'groups', groups: 'red,blue,red' });
    expect(await read('for_two')).toMatchObject({ visibility: 'groups', groups: ['blue', 'red'] });
    expect((await harness.gateway.call(getDataset, at('for_two'), { principal: BOB })).owner).toBe(ADA.id);
  });

  it('is not changed by registering again, which may only say what holds', async () => {
    const again = (said: Parameters<ComputeHarness['register']>[4]) =>
      problemOf(harness.register('a\n2\n', 'x.csv', { name: 'for_two' }, ADA, said));
    for (const said of [{ visibility: 'project' }, { visibility: 'groups', groups: 'red' }] as const)
      expect(await again(said)).toMatchObject({
        code: 'invalid-request',
        errors: [expect.objectContaining({ pointer: '/query/visibility' })],
      });
    for (const said of [{}, { visibility: 'groups', groups: 'red,blue' }] as const)
      expect(await again(said)).toBe('it was accepted');
    expect(await read('for_two')).toMatchObject({ visibility: 'groups', groups: ['blue', 'red'] });
  });

  it('of a saved query is also what its registration said, with groups too', async () => {
    const put = (body: object, query: object) =>
      problemOf(
        harness.gateway.call(
          putSavedQuery,
          { params: { name: 'red_one' }, query, body: { sql: 'SELECT 1', ...body }, if_match: '*' },
          { principal: ADA },
        ),
      );
    await harness.gateway.call(
      putSavedQuery,
      { params: { name: 'red_one' }, query: { visibility: 'groups', groups: 'red' }, body: { sql: 'SELECT 1' } },
      { principal: ADA },
    );
    const access = await harness.gateway.call(getSavedQueryAccess, at('red_one'), { principal: BOB });
    expect(access).toMatchObject({ owner: ADA.id, visibility: 'groups', groups: ['red'] });
    expect(await put({}, { visibility: 'project' })).toMatchObject({ code: 'invalid-request' });
    expect(await put({ visibility: 'project' }, {})).toBe('it was accepted');
    expect(await harness.gateway.call(getSavedQueryAccess, at('red_one'), { principal: BOB })).toEqual(access);
  });
});
