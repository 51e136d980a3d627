import { ProblemError } from '@svc/contracts';
import { execute } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { eventually } from '@svc/testing';
import { gatewayForTests } from '../gateway-harness';

const harness = gatewayForTests();
let started: number;
beforeEach(() => {
  started = 0;
  harness.services.on('svc.cert.derivation.run', () => job(++started));
});

const job = (number: number) => ({
  id: `cert_00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  kind: 'derivation.run',
  state: 'queued',
  progress: { done: 0, total: 0, message: '' },
  result: null,
  error: null,
  created_at: '2026-01-01T00:00:00Z',
  started_at: null,
  finished_at: null,
});
const run = (key: string | null, body: object = {}, token?: string) =>
  harness.call('POST', '/api/derivations/delay/run', {
    body,
    ...(token === undefined ? {} : { token }),
    headers: key === null ? {} : { 'idempotency-key': key },
  });

describe('a request with an Idempotency-Key', () => {
  it('is done once; again it gets the same status, body and Location', async () => {
    const first = await run('once');
    expect([first.status, first.headers.get('location'), first.headers.get('retry-after')]).toEqual([
      202,
      `/api/jobs/${job(1).id}`,
      '1',
    ]);
    const again = await run('once');
    expect([
      again.status,
      again.headers.get('location'),
      again.headers.get('idempotency-replayed'),
      await again.json(),
    ]).toEqual([202, first.headers.get('location'), 'true', await first.json()]);
    expect(started).toBe(1);
    const record = harness.services.audit.find((it) => it.trace_id === again.headers.get('x-trace-id'));
    expect(record).toMatchObject({ action: 'derivation.run', status: 202, detail: { replayed: true } });
  });

  it('without a key is done each time', async () => {
    await run(null);
    await run(null);
    expect(started).toBe(2);
  });

  it('for something else under the same key is 422', async () => {
    await run('other', { force: true });
    const mismatch = await run('other', { force: false, params: { x: 1 } });
    expect([mismatch.status, await mismatch.json()]).toMatchObject([422, { code: 'idempotency-mismatch' }]);
    expect(started).toBe(1);
  });

  it('while the first is under way is 409, and many at once start one', async () => {
    let finish: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    harness.services.on('svc.cert.derivation.run', async () => {
      started += 1;
      await held;
      return job(9);
    });
    const refused: Response[] = [];
    const racing = Array.from({ length: 10 }, async () => {
      const answer = await run('racing');
      if (answer.status === 409) refused.push(answer);
      return answer.status;
    });
    await eventually(() => refused.length === 9);
    expect([await refused[0]?.json(), refused[0]?.headers.get('retry-after')]).toMatchObject([
      { code: 'conflict' },
      '1',
    ]);
    finish();
    expect((await Promise.all(racing)).filter((status) => status === 202)).toHaveLength(1);
    expect(started).toBe(1);
    expect((await run('racing')).status).toBe(202);
  });

  it('that was refused may be tried again; one that nobody answered in time may not', async () => {
    harness.services.on('svc.cert.derivation.run', () => {
      throw new ProblemError('uncertified-source', 'No.');
    });
    expect((await run('refused')).status).toBe(409);
    harness.services.on('svc.cert.derivation.run', () => {
      throw new ProblemError('deadline-exceeded', 'Late.');
    });
    expect((await run('refused')).status).toBe(503);
    harness.services.on('svc.cert.derivation.run', () => job(++started));
    const unknown = await run('refused');
    expect([unknown.status, await unknown.json()]).toMatchObject([409, { code: 'conflict' }]);
    expect(started).toBe(0);
    await execute(
      harness.gateway.app.get(DataSource),
      "UPDATE idempotency SET abandoned_at = now() - interval '1 second'",
    );
    expect((await run('refused')).status).toBe(202);
  });

  it('belongs to its caller, and is forgotten after a day', async () => {
    const token = z
      .object({ secret: z.string() })
      .parse(await (await harness.call('POST', '/api/tokens', { body: { name: 'x', role: 'editor' } })).json());
    await run('mine');
    await run('mine', {}, token.secret);
    expect(started).toBe(2);
    await execute(
      harness.gateway.app.get(DataSource),
      "UPDATE idempotency SET created_at = now() - interval '25 hours'",
    );
    await run('mine');
    expect(started).toBe(3);
  });

  it.each(['', 'x'.repeat(256), 'with space'])('that is no key is 400: "%s"', async (key) => {
    const answer = await run(key);
    expect(answer.status).toBe(400);
  });
});
