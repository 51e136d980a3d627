import { computeUsage, jobUsage, ProblemError } from '@svc/contracts';
import { gatewayForTests } from '../gateway-harness';
import { addPerson, addToken } from '../people';

const harness = gatewayForTests({ SVC_RATE_LIMIT: '8' });
beforeAll(async () => {
  await addPerson(harness, 'ada', { groups: ['red'] });
});

describe('what one uses', () => {
  it('is the sum of what the services hold one to, asked in one’s name; a person’s requests count together', async () => {
    harness.services.on(computeUsage.subject, () => ({
      queries: { used: 2, limit: 4 },
      storage_bytes: { used: 10, limit: 1_000 },
      answer_bytes: { used: 5, limit: 50 },
    }));
    harness.services.on(jobUsage.subject, () => ({ jobs: { used: 1, limit: 8 } }));
    const [one, other] = [await addToken(harness, 'ada'), await addToken(harness, 'ada')];
    await harness.call('GET', '/api/me', { token: one.secret });
    const answer = await harness.call('GET', '/api/me/usage', { token: other.secret });
    expect(await answer.json()).toEqual({
      requests: { used: 2, limit: 8, window_seconds: 60 },
      queries: { used: 2, limit: 4 },
      jobs: { used: 1, limit: 8 },
      storage_bytes: { used: 10, limit: 1_000 },
      answer_bytes: { used: 5, limit: 50 },
      upload_bytes: { used: 0, limit: 20 * 1024 ** 3 },
    });
    for (const { subject } of [computeUsage, jobUsage]) {
      // A slow answer is asked for again.
      const callers = harness.services.calls.filter((it) => it.subject === subject).map((it) => it.principal);
      expect(callers.length).toBeGreaterThan(0);
      for (const caller of callers)
        expect(caller).toMatchObject({ id: 'user:ada', groups: ['red'], via: `token:${other.id}` });
    }
  });

  it('does not grow with the number of tokens', async () => {
    await addPerson(harness, 'eve');
    const tokens = await Promise.all(Array.from({ length: 9 }, () => addToken(harness, 'eve')));
    const statuses = [];
    for (const { secret } of tokens) statuses.push((await harness.call('GET', '/api/me', { token: secret })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
    const machine = await addToken(harness, null);
    expect((await harness.call('GET', '/api/me', { token: machine.secret })).status).toBe(200);
  });

  it('is not told in part while a service that knows some of it is away', async () => {
    harness.services.on(jobUsage.subject, () => {
      throw new ProblemError('unavailable', 'Starting.', { retryAfter: 1 });
    });
    const machine = await addToken(harness, null);
    const answer = await harness.call('GET', '/api/me/usage', { token: machine.secret });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  });
});
