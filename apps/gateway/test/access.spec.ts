import { api, type Endpoint, ROLE_SCOPES, type Role, SCOPES } from '@svc/contracts';
import { queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type GatewayHarness, startGateway } from './gateway-harness';
import { SAMPLES, type SampleRequest } from './sample-requests';

let harness: GatewayHarness;
const secrets = new Map<string, string>();

beforeAll(async () => {
  harness = await startGateway();
  for (const role of ['viewer', 'editor', 'admin'] as const) secrets.set(role, (await newToken(role)).secret);
  const expired = await newToken('admin');
  secrets.set('expired', expired.secret);
  const source = harness.gateway.app.get(DataSource);
  await queryRows(source, z.unknown(), "UPDATE token SET expires_at = now() - interval '1 second' WHERE id = $1", [expired.id]);
  const revoked = await newToken('admin');
  secrets.set('revoked', revoked.secret);
  await harness.call('DELETE', `/api/tokens/${revoked.id}`);
});
afterAll(() => harness.close());

const created = z.object({ id: z.string(), secret: z.string() });
async function newToken(role: Role, scopes?: readonly string[]): Promise<z.output<typeof created>> {
  const answer = await harness.call('POST', '/api/tokens', { body: { name: role, role, ...(scopes === undefined ? {} : { scopes }) } });
  return created.parse(await answer.json());
}

async function send(endpoint: Endpoint, sample: SampleRequest, token: string | null): Promise<Response> {
  if (sample.form === undefined) return harness.call(endpoint.method, sample.path, { token, ...(sample.body === undefined ? {} : { body: sample.body }) });
  const form = new FormData();
  for (const [name, value] of Object.entries(sample.form)) form.set(name, value);
  form.set('file', new Blob(['x,y\n1,2\n']), 'flights.csv');
  return fetch(new URL(sample.path, harness.gateway.url), { method: endpoint.method, body: form, headers: token === null ? {} : { authorization: `Bearer ${token}` } });
}

/** Neither 401 nor 403 nor a request that was refused as such: the owner of the operation was asked. */
const reached = (status: number): boolean => ![400, 401, 403, 405, 415].includes(status);

const rows = Object.entries(api).map(([name, endpoint]) => ({ name, endpoint, sample: Object.entries(SAMPLES).find(([it]) => it === name)?.[1] }));

describe.each(rows)('$name', ({ endpoint, sample }) => {
  if (sample === undefined) throw new Error('has no sample request: add a row to sample-requests.ts');
  const { access } = endpoint;
  const needed = typeof access === 'object' ? access.scope : null;

  it(access === 'public' ? 'is open to anybody' : 'refuses anybody without a token, with 401', async () => {
    const answer = await send(endpoint, sample, null);
    expect(access === 'public' ? reached(answer.status) : answer.status).toBe(access === 'public' ? true : 401);
    if (access !== 'public') expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="svc"');
  });

  it.each(['expired', 'revoked'])('refuses an %s token, with 401', async (kind) => {
    const answer = await send(endpoint, sample, secrets.get(kind) ?? '');
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="svc", error="invalid_token"');
  });

  it.each(['viewer', 'editor', 'admin'] as const)('lets a %s do what that role may', async (role) => {
    const answer = await send(endpoint, sample, secrets.get(role) ?? '');
    if (needed !== null && !ROLE_SCOPES[role].includes(needed)) expect(answer.status).toBe(403);
    else expect(reached(answer.status)).toBe(true);
  });

  if (needed !== null) {
    it('refuses an admin token that withholds the scope, and takes one that holds nothing else', async () => {
      const without = await newToken('admin', SCOPES.filter((it) => it !== needed));
      const only = await newToken('admin', [needed]);
      const refused = await send(endpoint, sample, without.secret);
      expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'forbidden', data: { scope: needed } }]);
      expect(reached((await send(endpoint, sample, only.secret)).status)).toBe(true);
    });
  }
});

describe('the access of all operations', () => {
  it('was recorded: who called what, and how it ended', () => {
    const recorded = new Set(harness.services.audit.map((it) => it.action));
    for (const { endpoint } of rows) expect(recorded).toContain(endpoint.name);
    expect(harness.services.audit.filter((it) => it.status === 401).every((it) => it.actor === 'anonymous')).toBe(true);
    expect(harness.services.audit.filter((it) => it.status === 403).every((it) => it.actor.startsWith('token:'))).toBe(true);
  });

  it('never depends on a token in the URL', async () => {
    for (const name of ['token', 'access_token', 'api_key']) {
      expect((await harness.call('GET', `/api/me?${name}=${harness.admin}`, { token: null })).status).toBe(401);
    }
  });
});
