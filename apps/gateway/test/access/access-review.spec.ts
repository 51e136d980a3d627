import {
  getDashboardAccess,
  getDatasetAccess,
  getDerivationAccess,
  getMetricAccess,
  getSavedQueryAccess,
  type ObjectAccess,
  ProblemError,
} from '@svc/contracts';
import { z } from 'zod';
import { gatewayForTests } from '../gateway-harness';
import { addPerson, addToken } from '../people';

const harness = gatewayForTests();
let ada: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  await addPerson(harness, 'ada', { role: 'editor' });
  await addPerson(harness, 'bob', { groups: ['green', 'red'] });
  await addPerson(harness, 'cleo', { role: 'editor' });
  await addPerson(harness, 'dan', { role: 'admin' });
  await addPerson(harness, 'gone', { role: 'admin', disabled: true });
  ada = (await addToken(harness, 'ada', { role: 'editor' })).secret;
  ids['reader'] = (await addToken(harness, null, { role: 'viewer', scopes: ['metric:read'] })).id;
  ids['runner'] = (await addToken(harness, null, { role: 'viewer', scopes: ['sql:run'] })).id;
  ids['over'] = (await addToken(harness, null, { expiresAt: new Date(Date.now() - 1) })).id;
});

const reviewed = z.looseObject({
  seen_by: z.array(
    z.object({
      principal: z.string(),
      because: z.string(),
      group: z.string().nullable(),
      role: z.string(),
      name: z.string(),
    }),
  ),
});
const object = (access: Partial<ObjectAccess>) => () => ({
  owner: 'user:ada',
  visibility: 'private',
  groups: [],
  etag: `sha256:${'e'.repeat(64)}`,
  ...access,
});
/** Who sees it and why, without the first admin token, whose id changes from run to run. */
async function seersOf(path: string, token = ada): Promise<string[][]> {
  const { seen_by: seen } = reviewed.parse(await (await harness.call('GET', path, { token })).json());
  return seen
    .filter((it) => it.name !== 'first admin token')
    .map((it) => [it.principal, it.because, ...(it.group === null ? [] : [it.group])]);
}

describe('who can see an object', () => {
  it('are its owner and admins, while it is private; nobody who is disabled, and no token of a person', async () => {
    harness.services.on(getMetricAccess.subject, object({}));
    expect(await seersOf('/api/access/metric/delay')).toEqual([
      ['user:ada', 'owner'],
      ['user:dan', 'admin'],
    ]);
  });

  it('are also members of its groups, by the group that lets them', async () => {
    harness.services.on(getMetricAccess.subject, object({ visibility: 'groups', groups: ['blue', 'red'] }));
    expect(await seersOf('/api/access/metric/delay')).toEqual([
      ['user:ada', 'owner'],
      ['user:bob', 'group', 'red'],
      ['user:dan', 'admin'],
    ]);
  });

  it('are all who may read its kind, when the project sees it, also machines', async () => {
    harness.services.on(getMetricAccess.subject, object({ visibility: 'project' }));
    harness.services.on(getSavedQueryAccess.subject, object({ visibility: 'project' }));
    const people = [['user:ada', 'owner'], ...['bob', 'cleo', 'dan'].map((it) => [`user:${it}`, 'project'])];
    expect(await seersOf('/api/access/metric/delay')).toEqual([...people, [`token:${ids['reader']}`, 'project']]);
    expect(await seersOf('/api/access/query/late')).toEqual([...people, [`token:${ids['runner']}`, 'project']]);
  });

  it('is asked of the service that owns the kind, in the caller’s name', async () => {
    for (const [kind, { subject }] of Object.entries({
      dataset: getDatasetAccess,
      derivation: getDerivationAccess,
      dashboard: getDashboardAccess,
    })) {
      harness.services.on(subject, object({}));
      expect(await seersOf(`/api/access/${kind}/it`)).toEqual([
        ['user:ada', 'owner'],
        ['user:dan', 'admin'],
      ]);
      expect(harness.services.calls.filter((it) => it.subject === subject)).toMatchObject([
        { request: { params: { name: 'it' } }, principal: { id: 'user:ada' } },
      ]);
    }
  });

  it('is told to its owner and admins, refused to others who see it, and unknown to those who do not', async () => {
    harness.services.on(getMetricAccess.subject, object({ visibility: 'project' }));
    const cleo = await addToken(harness, 'cleo', { role: 'editor' });
    expect((await harness.call('GET', '/api/access/metric/delay', { token: cleo.secret })).status).toBe(403);
    expect((await harness.call('GET', '/api/access/metric/delay')).status).toBe(200);
    harness.services.on(getMetricAccess.subject, () => {
      throw new ProblemError('not-found', 'There is no metric "delay".');
    });
    const hidden = await harness.call('GET', '/api/access/metric/delay', { token: cleo.secret });
    expect([hidden.status, await hidden.json()]).toMatchObject([404, { detail: 'There is no metric "delay".' }]);
    expect((await harness.call('GET', '/api/access/token/delay', { token: cleo.secret })).status).toBe(400);
  });
});

describe('handing an object over', () => {
  const hand = (owner: string) =>
    harness.call('PUT', '/api/datasets/flights/access', {
      token: ada,
      body: { visibility: 'project', owner },
      headers: { 'if-match': '"x"' },
    });

  it('reaches the service for a person and for a machine that there is', async () => {
    for (const owner of ['user:bob', `token:${ids['reader'] ?? ''}`]) expect((await hand(owner)).status).toBe(409);
  });

  it('is refused for nobody: an unknown or disabled user, a token that is over, unknown, or somebody’s', async () => {
    const theirs = await addToken(harness, 'bob');
    const reached = harness.services.calls.length;
    for (const owner of [
      'user:ghost',
      'user:gone',
      `token:${ids['over'] ?? ''}`,
      `token:${theirs.id}`,
      'token:00000000-0000-4000-8000-000000000000',
      'token:x',
    ]) {
      const answer = await hand(owner);
      expect([
        owner,
        answer.status,
        z.looseObject({ errors: z.array(z.looseObject({ pointer: z.string() })) }).parse(await answer.json()).errors[0]
          ?.pointer,
      ]).toEqual([owner, 400, '/body/owner']);
    }
    expect(harness.services.calls).toHaveLength(reached);
  });
});
