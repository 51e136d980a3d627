import { getSavedQueryAccess, putSavedQuery } from '@svc/contracts';
import { type KeepsNamedObjects, namedObjectConformance, person } from '@svc/testing';
import { type ComputeHarness, startCompute } from './compute-harness';
import { problemOf } from './problem-of';

const ADA = person('ada', 'editor');
const BOB = person('bob', 'editor', ['red']);

let harness: ComputeHarness;
beforeAll(async () => {
  harness = await startCompute();
  await harness.start();
});
afterAll(() => harness.stop(), 30_000);

const at = (name: string) => ({ params: { name }, query: {} });
const ask: KeepsNamedObjects['ask'] = (endpoint, request, principal) =>
  harness.gateway.call(endpoint, request, { principal });

namedObjectConformance('query', { ask, body: (_, n) => ({ sql: `SELECT ${n}` }) });
namedObjectConformance('dataset', {
  ask,
  body: () => null,
  put: (name, n, said, who) => harness.register(`a\n${n}\n`, 'x.csv', { name }, who, said),
});

describe('who sees what is new', () => {
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
