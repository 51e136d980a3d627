import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { openSecretFile, saltedDigest } from '@svc/audit-chain';
import type { AuditEntry } from '@svc/contracts';
import { eventually, scratchDirectory } from '@svc/testing';
import { gatewayForTests } from '../gateway-harness';
import { addPerson, addToken } from '../people';

const harness = gatewayForTests({ SVC_AUDIT_PATIENCE_MS: '3000' });
afterEach(async () => {
  harness.services.onAudit = () => undefined;
  await eventually(async () => (await harness.call('GET', '/api/me')).status === 200);
});

const recordsOf = (traceId: string): AuditEntry[] => harness.services.audit.filter((it) => it.trace_id === traceId);
const traceOf = (answer: Response): string => answer.headers.get('x-trace-id') ?? '';

describe('the audit record of a request', () => {
  it('is written before the answer leaves', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let asked = false;
    harness.services.onAudit = () => {
      asked = true;
      return held;
    };
    let answered = false;
    const answer = harness.call('GET', '/api/me').then((it) => {
      answered = true;
      return it;
    });
    await eventually(() => asked);
    // Whatever had left before this would be here by now.
    await harness.call('GET', '/health/live');
    expect(answered).toBe(false);
    release();
    expect(recordsOf(traceOf(await answer))).toHaveLength(1);
  });

  it('names caller, action, target and outcome, and no payload', async () => {
    const answer = await harness.call('POST', '/api/metrics/delay/query', { body: { group_by: ['hunter2'] } });
    const [record] = recordsOf(traceOf(answer));
    expect(record).toMatchObject({
      action: 'metric.query',
      method: 'POST',
      route: '/api/metrics/{name}/query',
      target: { type: 'metric', name: 'delay' },
      outcome: 'refused',
      status: 409,
      actor: expect.stringMatching(/^token:[0-9a-f-]{36}$/),
      detail: { code: 'conflict' },
    });
    expect(record?.duration_us).toBeGreaterThan(0);
    expect(JSON.stringify(record)).not.toContain('hunter2');
  });

  it('says in words what was to be granted, also when it was refused, and what spoke for whom', async () => {
    await addPerson(harness, 'ada', { role: 'editor' });
    const { id, secret } = await addToken(harness, 'ada', { role: 'editor' });
    const shared = await harness.call('PUT', '/api/metrics/delay/access', {
      token: secret,
      body: { visibility: 'groups', groups: ['red', 'blue'] },
    });
    const defined = await harness.call('PUT', '/api/metrics/delay?visibility=groups&groups=red,blue', {
      token: secret,
      body: { name: 'delay', type: 'ratio', numerator: 'a', denominator: 'b' },
    });
    const made = await harness.call('POST', '/api/tokens', {
      token: secret,
      body: { name: 'ci', role: 'admin', scopes: ['user:manage'] },
    });
    expect([shared, defined, made].flatMap((it) => recordsOf(traceOf(it)))).toMatchObject([
      {
        action: 'metric.share',
        actor: 'user:ada',
        target: { name: 'delay' },
        outcome: 'refused',
        detail: { visibility: 'groups', groups: 'red,blue', via: `token:${id}`, code: 'conflict' },
      },
      {
        action: 'metric.put',
        actor: 'user:ada',
        target: { name: 'delay' },
        detail: { visibility: 'groups', groups: 'red,blue', via: `token:${id}` },
      },
      {
        action: 'token.create',
        actor: 'user:ada',
        outcome: 'refused',
        detail: { name: 'ci', role: 'admin', scopes: 'user:manage', via: `token:${id}`, code: 'forbidden' },
      },
    ]);
  });

  it('holds digests of what was sent that only the salt can be matched with, and none without a salt', async () => {
    const file = join(scratchDirectory('salt'), 'audit.salt');
    const salting = await harness.replica({ SVC_AUDIT_SALT: file });
    const body = JSON.stringify({ group_by: ['hunter2'] });
    const ask = async (at = salting) =>
      recordsOf(traceOf(await harness.call('POST', '/api/metrics/delay/query?x=hunter2', { body, at })))[0];
    const salt = await openSecretFile(file);
    const hash = createHash('sha256').update(body).digest('hex');
    const refused = { code: 'invalid-request' };
    expect((await ask())?.detail).toEqual({
      ...refused,
      query: saltedDigest(salt, 'query', 'x=hunter2'),
      body: saltedDigest(salt, 'body', hash),
    });
    expect((await ask(harness.gateway))?.detail).toEqual(refused);
    const [plain] = recordsOf(traceOf(await harness.call('GET', '/api/me', { at: salting })));
    expect(plain?.detail).toEqual({});
  });

  it('is written for refused and unknown callers and paths too, not for health, docs and metrics', async () => {
    const refused = [
      await harness.call('GET', '/api/me', { token: null }),
      await harness.call('GET', '/api/me', { token: 'svc_pat_wrong' }),
      await harness.call('GET', '/api/none'),
      await harness.call('GET', '/api/metrics/NO'),
    ];
    expect(
      refused.flatMap((it) =>
        recordsOf(traceOf(it)).map(({ action, actor, status }) => [action, actor.split(':')[0], status]),
      ),
    ).toEqual([
      ['principal.get', 'anonymous', 401],
      ['principal.get', 'anonymous', 401],
      ['http.unknown-route', 'token', 404],
      ['metric.get', 'token', 400],
    ]);
    const before = harness.services.audit.length;
    for (const path of ['/health/live', '/health/ready', '/metrics', '/api/docs', '/api/openapi.json', '/', '/nothing'])
      await harness.call('GET', path);
    expect(harness.services.audit).toHaveLength(before);
  });

  it('shares its message with those of requests at the same time', async () => {
    const before = harness.services.auditBatches;
    const answers = await Promise.all(Array.from({ length: 100 }, () => harness.call('GET', '/api/me')));
    expect(answers.every((it) => recordsOf(traceOf(it)).length === 1)).toBe(true);
    expect(harness.services.auditBatches - before).toBeLessThan(60);
  });
});

describe('a record whose message reached a replica that died', () => {
  it('is sent to another in time for the answer to leave, and is written once', async () => {
    let revive: () => void = () => undefined;
    const frozen = new Promise<void>((resolve) => {
      revive = resolve;
    });
    let messages = 0;
    harness.services.onAudit = () => {
      messages += 1;
      return messages === 1 ? frozen : undefined;
    };
    const answer = await harness.call('GET', '/api/me');
    expect([answer.status, messages]).toEqual([200, 2]);
    const before = harness.services.auditBatches;
    revive();
    await eventually(() => harness.services.auditBatches === before + 1);
    expect(recordsOf(traceOf(answer))).toHaveLength(1);
  });
});

describe('without an audit log', () => {
  it('a request under way is answered 503, and its record is still written, once', async () => {
    harness.services.onAudit = () => Promise.reject(new Error('disk full'));
    const answer = await harness.call('GET', '/api/me');
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { code: 'unavailable', detail: expect.stringContaining('audit log') },
    ]);
    harness.services.onAudit = () => undefined;
    await eventually(() => recordsOf(traceOf(answer)).length > 0);
    expect(recordsOf(traceOf(answer))).toHaveLength(1);
  });

  it('nothing new is done', async () => {
    harness.services.onAudit = () => Promise.reject(new Error('disk full'));
    await harness.call('GET', '/api/me');
    const asked = harness.services.calls.length;
    const refused = await harness.call('POST', '/api/metrics/delay/query', { body: {} });
    expect(refused.status).toBe(503);
    expect(harness.services.calls).toHaveLength(asked);
    expect(recordsOf(traceOf(refused))).toEqual([]);
  });

  it('AUDIT_MODE=best-effort serves all the same, and catches up', async () => {
    const lenient = await harness.replica({ AUDIT_MODE: 'best-effort' });
    harness.services.onAudit = () => Promise.reject(new Error('disk full'));
    const answer = await harness.call('GET', '/api/me', { at: lenient });
    expect(answer.status).toBe(200);
    harness.services.onAudit = () => undefined;
    await eventually(() => recordsOf(traceOf(answer)).length === 1);
  });
});
