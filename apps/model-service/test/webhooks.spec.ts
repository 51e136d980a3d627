import { randomUUID } from 'node:crypto';
import { type Principal, type WebhookDelivery, webhookEvent, webhookNoun } from '@svc/contracts';
import { CALLERS, eventually, refusal } from '@svc/testing';
import { z } from 'zod';
import { RegisterVersion } from '../src/model/register-version';
import { MAX_ATTEMPTS } from '../src/webhook/attempt-end';
import { type ModelHarness, startModel } from './model-harness';
import { sampleVersion } from './sample-version';
import { startReceiver, verified, verifiedBody, type WebhookReceiver } from './webhook-receiver';

const { owner: ada, admin: root } = CALLERS;
const api = webhookNoun.endpoints;
type Name = keyof typeof api;

let harness: ModelHarness;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [harness, receiver] = await Promise.all([startModel(), startReceiver()]);
});
beforeEach(async () => {
  await harness.sql('DELETE FROM webhook RETURNING name');
  receiver.received.splice(0);
  receiver.answer = () => ({ status: 200 });
});
afterAll(async () => {
  receiver.stop();
  await harness.stop();
});

async function call<N extends Name>(name: N, request: object, who: Principal = root) {
  return harness.ask(api[name], { params: {}, query: {}, body: undefined, ...request }, who);
}
const params = { name: 'hook' };
const made = z.object({ secret: z.string(), etag: z.string() });
const put = async (definition: object = {}) =>
  made.parse(await call('putWebhook', { params, body: { url: receiver.url, ...definition } }));
const hook = async () => api.getWebhook.response.parse(await call('getWebhook', { params }));
const deliveries = async (): Promise<WebhookDelivery[]> =>
  api.listDeliveries.response.parse(await call('listDeliveries', { params, query: { limit: 100 } })).items;

/** Something happens: a version is registered. */
const happen = (name = `m_${randomUUID().slice(0, 8)}`) =>
  harness.service.app
    .get(RegisterVersion)
    .register({ name, content: sampleVersion('unsound'), job: `model_${randomUUID()}`, said: undefined }, ada);
/** What waits for its next try is due now. */
const hurry = () => harness.sql("UPDATE webhook_delivery SET due_at = now() WHERE state = 'waiting' RETURNING id");
/** The deliveries, once `holds` is true of them. */
async function once(holds: (found: readonly WebhookDelivery[]) => boolean): Promise<WebhookDelivery[]> {
  let found: WebhookDelivery[] = [];
  await eventually(async () => holds((found = await deliveries())));
  return found;
}
const all = (state: string, count: number) =>
  once((found) => found.filter((it) => it.state === state).length === count);
const tried = (count: number) => once(([newest]) => newest?.tries.length === count);

describe('an event', () => {
  it('is posted to every webhook that wants it, thin, with signatures of both kinds', async () => {
    const { secret } = await put();
    await call('putWebhook', { params: { name: 'picky' }, body: { url: receiver.url, events: ['alias.updated'] } });
    const { version } = await happen('told');
    await all('delivered', 1);
    const [got, ...more] = receiver.received;
    expect(more).toEqual([]);
    if (got === undefined) throw new Error('nothing came');
    expect(webhookEvent.parse(got.event)).toEqual({
      type: 'model_version.created',
      action: 'created',
      timestamp: expect.any(String),
      data: { name: 'told', version },
    });
    expect([verified(got, secret), verifiedBody(got, secret), verified(got, `whsec_${'A'.repeat(44)}`)]).toEqual([
      true,
      true,
      false,
    ]);
    expect((await hook()).last_delivered_at).not.toBeNull();
  });

  it('is told exactly when its transaction commits', async () => {
    await put();
    const job = `model_${randomUUID()}`;
    const twice = { name: 'twice', content: sampleVersion('unsound'), job, said: undefined };
    for (const _ of [1, 2]) await harness.service.app.get(RegisterVersion).register(twice, ada);
    await happen();
    await all('delivered', 2);
    expect(await deliveries()).toHaveLength(2);
  });

  it('survives the end of the service that was to deliver it, and a repetition has the same id and another time stamp', async () => {
    receiver.answer = () => ({ status: 500 });
    const { secret } = await put();
    await happen();
    await tried(1);
    await harness.restart();
    receiver.answer = () => ({ status: 204 });
    await hurry();
    await all('delivered', 1);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
    expect(second !== undefined && verified(second, secret)).toBe(true);
  });
});

describe('a delivery that fails', () => {
  it('is tried ten times and then is a dead letter, which can be replayed by id or by time', async () => {
    receiver.answer = () => ({ status: 500 });
    await put();
    const since = new Date(Date.now() - 60_000).toISOString();
    await happen();
    for (let n = 1; n <= MAX_ATTEMPTS; n += 1) {
      await hurry();
      await tried(n);
    }
    const [dead] = await all('dead', 1);
    expect(dead).toMatchObject({ attempts: MAX_ATTEMPTS, due_at: null });
    expect(dead?.tries.at(-1)).toMatchObject({ status: 500, error: expect.stringContaining('500') });
    expect(await hook()).toMatchObject({ dead: 1, waiting: 0, disabled_reason: null });

    receiver.answer = () => ({ status: 200 });
    expect(await call('replayDeliveries', { params, body: { deliveries: [dead?.id, randomUUID()] } })).toEqual({
      replayed: 1,
    });
    await all('delivered', 1);
    expect(await call('replayDeliveries', { params, body: { since } })).toEqual({ replayed: 0 });
  });

  it('does not delay the deliveries to others', async () => {
    const silent = 'http://127.0.0.1:9/nobody';
    await call('putWebhook', { params: { name: 'silent' }, body: { url: silent } });
    await put();
    for (let n = 0; n < 12; n += 1) await happen();
    await all('delivered', 12);
  });

  it('waits as long as the receiver asks for, and everything else to it, too', async () => {
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    await put();
    await happen();
    const [first] = await tried(1);
    expect(Date.parse(first?.due_at ?? '') - Date.parse(first?.tries[0]?.at ?? '')).toBeGreaterThan(7_000_000);
  });

  it('is not repaired by a redirect: nothing is followed', async () => {
    receiver.answer = () => ({ status: 307, headers: { location: receiver.url } });
    await put();
    await happen();
    expect((await tried(1))[0]?.tries).toMatchObject([{ status: 307 }]);
    expect(receiver.received).toHaveLength(1);
  });

  it('switches the webhook off when the receiver answers 410; what happens meanwhile is a dead letter', async () => {
    receiver.answer = () => ({ status: 410 });
    await put();
    await happen();
    await all('dead', 1);
    expect((await hook()).disabled_reason).toContain('410');
    await happen();
    await all('dead', 2);
    expect(receiver.received).toHaveLength(1);

    receiver.answer = () => ({ status: 200 });
    await call('putWebhook', { params, body: { url: receiver.url }, if_match: (await hook()).etag });
    expect(await hook()).toMatchObject({ disabled_reason: null, enabled: true });
    expect(await call('replayDeliveries', { params, body: { since: '2020-01-01T00:00:00Z' } })).toEqual({
      replayed: 2,
    });
    await all('delivered', 2);
  });
});

describe('a webhook', () => {
  it('shows its secret once, and stores it encrypted', async () => {
    const { secret, etag } = await put();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(JSON.stringify(await hook())).not.toContain(secret);
    expect(JSON.stringify(await harness.sql('SELECT * FROM webhook'))).not.toContain(secret.slice(6, 30));
    expect(
      await call('putWebhook', { params, body: { url: receiver.url, description: 'x' }, if_match: etag }),
    ).toMatchObject({ secret: null });
  });

  it('signs with both secrets until the overlap is over', async () => {
    const { secret: former } = await put();
    const { secret } = made.parse(await call('rotateWebhookSecret', { params, body: { overlap_minutes: 60 } }));
    expect((await hook()).former_secret_until).not.toBeNull();
    await happen();
    await all('delivered', 1);
    const [got] = receiver.received;
    if (got === undefined) throw new Error('nothing came');
    expect([verified(got, secret), verified(got, former), verifiedBody(got, secret)]).toEqual([true, true, true]);
    await harness.sql("UPDATE webhook SET former_secret_until = now() - interval '1 second' RETURNING name");
    await happen();
    await all('delivered', 2);
    const last = receiver.received.at(-1);
    expect(last !== undefined && [verified(last, secret), verified(last, former)]).toEqual([true, false]);
  });

  it('is tested by one post, now, which says what the receiver answered', async () => {
    const { secret } = await put({ enabled: false });
    expect(await call('testWebhook', { params })).toMatchObject({ delivered: true, status: 200, error: null });
    const [got] = receiver.received;
    expect(got?.event.type).toBe('webhook.test');
    expect(got !== undefined && verified(got, secret)).toBe(true);
    receiver.answer = () => ({ status: 503 });
    expect(await call('testWebhook', { params })).toMatchObject({ delivered: false, status: 503 });
    expect(receiver.received).toHaveLength(2);
  });

  it.each([
    'http://example.com/hook',
    'https://10.0.0.1/hook',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/hook',
    'https://user:pass@example.com/hook',
    'https://example.com:5432/hook',
  ])('is not saved for %s', async (url) => {
    expect(await refusal(call('putWebhook', { params, body: { url } }))).toMatchObject({
      code: 'invalid-request',
      facts: { errors: [{ pointer: '/body/url', message: expect.any(String) }] },
    });
  });

  it('is checked again at each delivery: an address that is saved is not trusted', async () => {
    await put();
    await harness.sql(
      `UPDATE webhook SET definition = jsonb_set(definition, '{url}', '"https://169.254.169.254/"') RETURNING name`,
    );
    await happen();
    expect((await tried(1))[0]?.tries).toMatchObject([{ status: null, error: expect.stringContaining('public') }]);
  });

  it('is changed and deleted by who has read it, and is for admins alone', async () => {
    const { etag } = await put();
    expect(await refusal(call('putWebhook', { params, body: { url: receiver.url } }))).toMatchObject({
      code: 'precondition-required',
    });
    await call('putWebhook', { params, body: { url: receiver.url, events: ['alias.updated'] }, if_match: etag });
    for (const name of ['putWebhook', 'deleteWebhook'] as const)
      expect(
        await refusal(
          call(name, { params, body: name === 'putWebhook' ? { url: receiver.url } : undefined, if_match: etag }),
        ),
      ).toMatchObject({ code: 'precondition-failed' });
    expect(await refusal(call('getWebhook', { params }, ada))).toMatchObject({ code: 'forbidden' });
    expect(await call('deleteWebhook', { params, if_match: (await hook()).etag })).toEqual({ deleted: true });
    expect(await refusal(call('getWebhook', { params }))).toMatchObject({ code: 'not-found' });
  });
});
