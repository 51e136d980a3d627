import { api, type Endpoint, type Principal, ROLE_SCOPES, type Role, SCOPES } from '@svc/contracts';
import { z } from 'zod';
import { TOKEN_STORE, type TokenStore } from '../../src/token/token.ports';
import type { StoredUser } from '../../src/user/user.ports';
import type { FakeCall } from '../fake-services';
import { gatewayForTests } from '../gateway-harness';
import { addPerson, addToken, type GivenToken } from '../people';
import type { SampleRequest } from '../drawn-request';
import { SAMPLES } from '../sample-requests';

/** Who comes: people of two teams in every role; whose a thing is, its service decides by the principal that it is handed. */
const PEOPLE = {
  viewer: { role: 'viewer', groups: ['red'] },
  editor: { role: 'editor', groups: ['red'] },
  'member of another team': { role: 'editor', groups: ['blue'] },
  owner: { role: 'editor', groups: ['red', 'owners'] },
  admin: { role: 'admin', groups: [] },
} as const satisfies Record<string, Pick<StoredUser, 'role' | 'groups'>>;
const NO_GOOD = ['expired', 'revoked', 'disabled'] as const;

interface Caller {
  readonly secret: string;
  readonly principal: Principal;
}

const harness = gatewayForTests({ SVC_RATE_LIMIT_ANONYMOUS: '100000', SVC_RATE_LIMIT: '100000' });
const callers = new Map<string, Caller>();
const secrets = new Map<string, string>();

beforeAll(async () => {
  for (const [kind, { role, groups }] of Object.entries(PEOPLE)) {
    const { login } = await addPerson(harness, kind.replaceAll(' ', '-'), { role, groups });
    const { id, secret } = await addToken(harness, login, { role });
    callers.set(kind, {
      secret,
      principal: {
        id: `user:${login}`,
        kind: 'token',
        role,
        scopes: [...ROLE_SCOPES[role]],
        groups: [...groups],
        via: `token:${id}`,
      },
    });
  }
  await addPerson(harness, 'leaver', { role: 'admin', disabled: true });
  secrets.set('disabled', (await addToken(harness, 'leaver')).secret);
  secrets.set('expired', (await addToken(harness, 'admin', { expiresAt: new Date(Date.now() - 1_000) })).secret);
  const revoked = await addToken(harness, 'admin');
  await harness.gateway.app.get<TokenStore>(TOKEN_STORE).revoke(revoked.id, new Date());
  secrets.set('revoked', revoked.secret);
});

async function send(endpoint: Endpoint, sample: SampleRequest, token: string | null): Promise<Response> {
  const headers = { ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  if (sample.form === undefined)
    return harness.call(endpoint.method, sample.path, {
      token,
      ...(sample.body === undefined ? {} : { body: sample.body }),
    });
  const form = new FormData();
  for (const [name, value] of Object.entries(sample.form)) form.set(name, value);
  form.set('file', new Blob(['x,y\n1,2\n']), 'flights.csv');
  return fetch(new URL(sample.path, harness.gateway.url), {
    method: endpoint.method,
    body: form,
    headers,
    redirect: 'manual',
  });
}

interface Outcome {
  readonly status: number;
  /** What services were asked because of it. */
  readonly asked: readonly FakeCall[];
  /** Refused at the door: for want of a token or of a scope, or as a request that makes no sense. */
  readonly turnedAway: boolean;
}

const refusal = z.looseObject({
  detail: z.string(),
  data: z.looseObject({ scope: z.string().optional(), token: z.string().optional() }).optional(),
});

async function outcomeOf(answer: Response): Promise<Outcome> {
  const trace = answer.headers.get('x-trace-id') ?? 'none';
  const text = await answer.text();
  const said =
    answer.headers.get('content-type') === 'application/problem+json' ? refusal.parse(JSON.parse(text)) : null;
  const atTheDoor =
    said?.data?.scope !== undefined ||
    said?.data?.token !== undefined ||
    said?.detail.startsWith('A token is needed') === true;
  return {
    status: answer.status,
    asked: harness.services.calls.filter((it) => it.traceparent.includes(trace)),
    turnedAway: [400, 405, 415].includes(answer.status) || atTheDoor,
  };
}

const rows = Object.entries(api).map(([name, endpoint]) => ({
  name,
  endpoint,
  sample: SAMPLES.get(name),
}));

describe.each(rows)('$name', ({ endpoint, sample }) => {
  if (sample === undefined) throw new Error('has no sample request: add a row to sample-requests.ts');
  const { access } = endpoint;
  const needed = typeof access === 'object' ? access.scope : null;
  const elsewhere = !endpoint.subject.startsWith('svc.gateway.');
  const tokenWith = async (given: GivenToken): Promise<string> => (await addToken(harness, 'admin', given)).secret;

  it(access === 'public' ? 'is open to anybody' : 'refuses anybody without a token, with 401', async () => {
    const answer = await send(endpoint, sample, null);
    const challenge = answer.headers.get('www-authenticate');
    const { status, asked, turnedAway } = await outcomeOf(answer);
    if (access === 'public') expect(turnedAway).toBe(false);
    else expect([status, challenge, asked]).toEqual([401, 'Bearer realm="svc"', []]);
  });

  it.each(NO_GOOD)('refuses a token that is %s, with 401, and asks nobody', async (kind) => {
    const answer = await send(endpoint, sample, secrets.get(kind) ?? '');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="svc", error="invalid_token"');
    expect(await outcomeOf(answer)).toEqual({ status: 401, asked: [], turnedAway: true });
  });

  it.each(Object.entries(PEOPLE))(
    'lets a %s do what the role may, and its service know who they are',
    async (kind, { role }: { readonly role: Role }) => {
      const caller = callers.get(kind);
      const { status, asked, turnedAway } = await outcomeOf(await send(endpoint, sample, caller?.secret ?? ''));
      if (needed !== null && !ROLE_SCOPES[role].includes(needed)) {
        expect({ status, asked, turnedAway }).toEqual({ status: 403, asked: [], turnedAway: true });
        return;
      }
      expect(turnedAway).toBe(false);
      if (elsewhere) expect(asked.length).toBeGreaterThan(0);
      for (const call of asked) expect(call.principal).toEqual(caller?.principal);
    },
  );

  if (needed !== null) {
    it('refuses an admin’s token that withholds the scope, and takes one that holds nothing else', async () => {
      const refused = await send(endpoint, sample, await tokenWith({ scopes: SCOPES.filter((it) => it !== needed) }));
      expect(await refused.clone().json()).toMatchObject({ code: 'forbidden', data: { scope: needed } });
      expect(await outcomeOf(refused)).toEqual({ status: 403, asked: [], turnedAway: true });
      const taken = await outcomeOf(await send(endpoint, sample, await tokenWith({ scopes: [needed] })));
      expect(taken.turnedAway).toBe(false);
      for (const call of taken.asked) expect(call.principal).toMatchObject({ id: 'user:admin', scopes: [needed] });
    });
  }
});

describe('the access of all operations', () => {
  it('was recorded: who called what through what, and how it ended', () => {
    const recorded = new Set(harness.services.audit.map((it) => it.action));
    for (const { endpoint } of rows) expect(recorded).toContain(endpoint.name);
    const withPeople = harness.services.audit.filter((it) => it.actor !== 'anonymous');
    expect(
      withPeople.every((it) => it.actor.startsWith('user:') && String(it.detail['via']).startsWith('token:')),
    ).toBe(true);
    expect(
      harness.services.audit
        .filter((it) => it.detail['code'] === 'forbidden')
        .every((it) => it.actor.startsWith('user:')),
    ).toBe(true);
  });

  it('never depends on a token in the URL', async () => {
    for (const name of ['token', 'access_token', 'api_key']) {
      expect((await harness.call('GET', `/api/me?${name}=${harness.admin}`, { token: null })).status).toBe(401);
    }
  });
});
