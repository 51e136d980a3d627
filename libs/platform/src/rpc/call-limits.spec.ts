import { EventEmitter, once } from 'node:events';
import { Controller } from '@nestjs/common';
import type { RequestOf } from '@svc/contracts';
import { headers, type NatsConnection } from 'nats';
import { MemoryClaimChecks } from '../../test/memory-claim-checks';
import { ANALYST, RpcSides } from '../../test/rpc-sides';
import { echo, work } from '../../test/test-calls';
import { ClaimedAnswer } from '../claim-check/claimed-answer';
import { PrincipalSigner } from '../principal/principal-signer';
import { HEADER } from '../wire/headers';
import type { CallContext } from './call-context';
import { Handles } from './handles';
import { RpcClient } from './client/rpc-client';

const handler = new EventEmitter();
let started = 0;
let value: unknown;

/** Resolves with the context of the next request that a handler starts on, or of the `count`th. */
function nextStarted(count = 1): Promise<CallContext> {
  return new Promise((resolve) => {
    const note = (context: CallContext) => {
      count -= 1;
      if (count > 0) return;
      handler.off('started', note);
      resolve(context);
    };
    handler.on('started', note);
  });
}

@Controller()
class MetricsSide {
  /** `deaf` never answers and ignores its signal until released; `patient` never answers but heeds it; else answers. */
  @Handles(work)
  async work({ how }: RequestOf<typeof work>, context: CallContext): Promise<{ done: string }> {
    started += 1;
    handler.emit('started', context);
    if (how === 'deaf') await once(handler, 'release');
    if (how === 'patient') await once(handler, 'never', { signal: context.signal });
    if (how === 'second time' && started === 1) await once(handler, 'never', { signal: context.signal });
    return { done: how };
  }

  @Handles(echo)
  echo(request: RequestOf<typeof echo>): { value: unknown } | ClaimedAnswer {
    return value instanceof ClaimedAnswer ? value : { value: value ?? request.value };
  }
}

describe('the limits of a call', () => {
  const origin = { principal: ANALYST };
  let sides: RpcSides;
  let caller: RpcClient;
  let signer: PrincipalSigner;
  let bare: NatsConnection;

  beforeAll(async () => {
    sides = await RpcSides.start();
    await sides.boot('metrics', [MetricsSide], { env: { SVC_MAX_CONCURRENCY: '2' } });
    const gateway = await sides.boot('gateway');
    caller = gateway.app.get(RpcClient);
    signer = gateway.app.get(PrincipalSigner);
    bare = await sides.bare();
  });
  afterAll(() => sides.stop());
  beforeEach(() => {
    started = 0;
    value = undefined;
  });

  function raw(body: string, deadline: number) {
    const head = headers();
    head.set(HEADER.principal, signer.sign(ANALYST));
    head.set(HEADER.sender, signer.signSender(work.subject));
    head.set(HEADER.deadline, String(deadline));
    return bare.request(work.subject, body, { timeout: 60_000, headers: head });
  }

  it('ends when the caller has no time left, and the handler is told', async () => {
    const context = nextStarted();
    await expect(
      caller.call(work, { how: 'patient' }, { ...origin, deadline: Date.now() + 400 }),
    ).rejects.toMatchObject({ code: 'deadline-exceeded' });
    const { signal } = await context;
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.reason).toMatchObject({ code: 'deadline-exceeded' });
  });

  it('ends at the time-out of the call when the caller would wait longer', async () => {
    const context = nextStarted();
    const before = Date.now();
    await caller.call(work, { how: 'answer' }, { ...origin, deadline: before + 60_000 });
    expect((await context).deadline).toBeLessThanOrEqual(Date.now() + work.timeoutMs);
  });

  it('is not sent when the caller has no time left', async () => {
    await expect(caller.call(work, { how: 'answer' }, { ...origin, deadline: Date.now() - 1 })).rejects.toMatchObject({
      code: 'deadline-exceeded',
    });
    expect(started).toBe(0);
  });

  it('is not started when its deadline passed on the way', async () => {
    const reply = await raw(JSON.stringify({ how: 'answer' }), Date.now() - 1);
    expect(reply.json()).toMatchObject({ code: 'deadline-exceeded', status: 503 });
    expect(started).toBe(0);
  });

  it('never runs longer than the call allows, whatever deadline the message claims', async () => {
    const context = nextStarted();
    await raw(JSON.stringify({ how: 'answer' }), Date.now() + 1e12);
    expect((await context).deadline).toBeLessThanOrEqual(Date.now() + work.timeoutMs);
  });

  it('cancels the handler when the caller gives up long before the deadline', async () => {
    const giveUp = new AbortController();
    const context = nextStarted();
    const call = caller.call(work, { how: 'patient' }, { ...origin, signal: giveUp.signal });
    const { signal } = await context;
    const told = once(signal, 'abort');
    giveUp.abort();
    await expect(call).rejects.toMatchObject({ code: 'deadline-exceeded', detail: 'The caller gave up.' });
    await told;
    expect(signal.reason).toMatchObject({ detail: 'The caller gave up.' });
  });

  it('is refused as overloaded, with Retry-After, when the handler has its hands full, and taken again after that', async () => {
    const full = [
      nextStarted(2),
      caller.call(work, { how: 'deaf' }, origin),
      caller.call(work, { how: 'deaf' }, origin),
    ] as const;
    await full[0];
    await expect(caller.call(work, { how: 'answer' }, origin)).rejects.toMatchObject({
      code: 'overloaded',
      facts: { retryAfter: 1 },
    });
    handler.emit('release');
    expect(await Promise.all([full[1], full[2]])).toEqual([{ done: 'deaf' }, { done: 'deaf' }]);
    expect(await caller.call(work, { how: 'answer' }, origin)).toEqual({ done: 'answer' });
  });

  it('keeps its place while the handler works on, deaf to its deadline', async () => {
    const both = nextStarted(2);
    const calls = [1, 2].map(() =>
      caller
        .call(work, { how: 'deaf' }, { ...origin, deadline: Date.now() + 400 })
        .catch((error: { code: string }) => error.code),
    );
    await both;
    expect(await Promise.all(calls)).toEqual(['deadline-exceeded', 'deadline-exceeded']);
    await expect(caller.call(work, { how: 'answer' }, origin)).rejects.toMatchObject({ code: 'overloaded' });
    handler.emit('release');
    expect(await caller.call(work, { how: 'answer' }, origin, { retry: true })).toEqual({ done: 'answer' });
  });

  it('is tried again when its outcome is unknown and the caller says it may be', async () => {
    expect(
      await caller.call(work, { how: 'second time' }, { ...origin, deadline: Date.now() + 1_500 }, { retry: true }),
    ).toEqual({ done: 'second time' });
    expect(started).toBe(2);
  });

  it('is not tried again otherwise', async () => {
    await expect(
      caller.call(work, { how: 'second time' }, { ...origin, deadline: Date.now() + 400 }),
    ).rejects.toMatchObject({ code: 'deadline-exceeded' });
    expect(started).toBe(1);
  });

  it('answers payload-too-large at once when the answer fits no message and there is no claim check store', async () => {
    value = 'x'.repeat(2 * 1024 * 1024);
    await expect(caller.call(echo, { value: 0 }, origin)).rejects.toMatchObject({ code: 'payload-too-large' });
  });

  it('refuses a request that fits no message before it is sent', async () => {
    await expect(caller.call(echo, { value: 'x'.repeat(2 * 1024 * 1024) }, origin)).rejects.toMatchObject({
      code: 'payload-too-large',
    });
  });

  it.each([
    ['__proto__ keys', '{"how":"answer","__proto__":{"admin":true}}'],
    ['constructor.prototype keys', '{"how":"answer","constructor":{"prototype":{}}}'],
    ['nesting deeper than 64', `{"how":${'['.repeat(64)}${']'.repeat(64)}}`],
    ['5,000 nested arrays', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
    ['broken JSON', '{"how":'],
  ])('refuses %s', async (_, body) => {
    expect((await raw(body, Date.now() + 5_000)).json()).toMatchObject({ code: 'malformed-body', status: 400 });
    expect(started).toBe(0);
  });
});

describe('a payload over 256 KiB', () => {
  const origin = { principal: ANALYST };
  const store = new MemoryClaimChecks();
  const large = Array.from({ length: 20_000 }, (_, row) => ({ row, name: `name ${row}` }));
  let sides: RpcSides;
  let caller: RpcClient;

  beforeAll(async () => {
    sides = await RpcSides.start();
    await sides.boot('metrics', [MetricsSide], { claimChecks: store });
    caller = await sides.caller({ claimChecks: store });
  });
  afterAll(() => sides.stop());
  beforeEach(() => {
    store.objects.clear();
    value = undefined;
  });

  it('travels by claim check in both directions without the caller noticing', async () => {
    value = [large];
    expect(await caller.call(echo, { value: large }, origin)).toEqual({ value: [large] });
    // The answer was read by the only one who will; a request may be tried again.
    expect(store.objects.size).toBe(1);
  });

  it('is handed over as a claim to a caller that streams it', async () => {
    value = large;
    const answer = await caller.exchange(echo, { value: 0 }, origin);
    const [[object, stored] = []] = store.objects;
    expect(answer).toEqual({ kind: 'claim', claim: { object, bytes: stored?.length } });
  });

  it('may be one that the handler put there itself, and never held', async () => {
    const json = Buffer.from(JSON.stringify({ value: ['written elsewhere', large] }));
    value = new ClaimedAnswer(await store.put(json));
    expect(await caller.call(echo, { value: 0 }, origin)).toEqual({ value: ['written elsewhere', large] });
    value = new ClaimedAnswer({ object: '0'.repeat(64), bytes: 64 * 1024 * 1024 + 1 });
    await expect(caller.call(echo, { value: 0 }, origin)).rejects.toMatchObject({ code: 'payload-too-large' });
  });

  it('is refused when what is stored is not what was sent', async () => {
    value = large;
    const answer = await caller.exchange(echo, { value: 0 }, origin);
    if (answer.kind !== 'claim') throw new Error('expected a claim');
    const stored = store.objects.get(answer.claim.object);
    stored?.fill(0x20, 10, 11);
    jest.spyOn(store, 'put').mockResolvedValueOnce(answer.claim);
    await expect(caller.call(echo, { value: 0 }, origin)).rejects.toMatchObject({
      code: 'internal',
      facts: { cause: { message: expect.stringContaining('is not what its claim check says') } },
    });
  });
});
