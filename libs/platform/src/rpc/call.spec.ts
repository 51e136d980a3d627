import { Controller } from '@nestjs/common';
import { type FileReply, ProblemError, type RequestOf } from '@svc/contracts';
import { headers, type Msg, type NatsConnection } from 'nats';
import { ANALYST, RpcSides } from '../../test/rpc-sides';
import { download, echo, guarded, open, relay, work } from '../../test/test-calls';
import { PrincipalSigner } from '../principal/principal-signer';
import { ANONYMOUS, servicePrincipal } from '../principal/service-principal';
import { HEADER } from '../wire/headers';
import type { CallContext } from './call-context';
import { Handles } from './handles';
import { RpcClient } from './client/rpc-client';

const FILE: FileReply = { object: 'ab'.repeat(32), bytes: 12, content_type: 'text/csv', file_name: 'rows.csv' };
let returned: unknown;
let contexts: CallContext[] = [];
let onward: RpcClient;

@Controller()
class MetricsSide {
  @Handles(echo)
  echo(request: RequestOf<typeof echo>, context: CallContext): { value: unknown } {
    contexts.push(context);
    return { value: returned === undefined ? request.value : returned };
  }

  @Handles(guarded)
  guarded(
    { params }: RequestOf<typeof guarded>,
    { principal }: CallContext,
  ): { name: string; who: string; internal_note: string } {
    return { name: params.name, who: principal.id, internal_note: 'not for the wire' };
  }

  @Handles(open)
  open(_: RequestOf<typeof open>, { principal }: CallContext): { who: string } {
    return { who: principal.id };
  }

  @Handles(download)
  download({ query }: RequestOf<typeof download>): { rows: number[] } | FileReply {
    return query.form === 'csv' ? FILE : { rows: [1, 2] };
  }

  @Handles(work)
  async work({ how }: RequestOf<typeof work>, context: CallContext): Promise<{ done: string }> {
    contexts.push(context);
    if (how === 'relay') return { done: JSON.stringify(await onward.call(relay, {}, context)) };
    if (how === 'refuse')
      throw new ProblemError('uncertified-source', 'Certify "orders" first.', {
        errors: [{ pointer: '/how', message: 'no' }],
        retryAfter: 7,
        data: { moved: ['data'] },
      });
    throw new TypeError('connection to postgres://svc:hunter2@db failed');
  }
}

@Controller()
class ComputeSide {
  @Handles(relay)
  relay(_: RequestOf<typeof relay>, context: CallContext): { who: string; trace: string } {
    contexts.push(context);
    return { who: context.principal.id, trace: context.traceId };
  }
}

describe('a call to another service', () => {
  let sides: RpcSides;
  let caller: RpcClient;
  let signer: PrincipalSigner;
  let bare: NatsConnection;
  const origin = { principal: ANALYST };

  /** What travels, seen without our client. */
  function raw(subject: string, request: object, traceparent = ''): Promise<Msg> {
    const head = headers();
    head.set(HEADER.principal, signer.sign(ANALYST));
    head.set(HEADER.sender, signer.signSender(subject));
    if (traceparent !== '') head.set(HEADER.traceparent, traceparent);
    return bare.request(subject, JSON.stringify(request), { timeout: 60_000, headers: head });
  }

  beforeAll(async () => {
    sides = await RpcSides.start();
    onward = (await sides.boot('metrics', [MetricsSide])).app.get(RpcClient);
    await sides.boot('compute', [ComputeSide]);
    const gateway = (await sides.boot('gateway')).app;
    caller = gateway.get(RpcClient);
    signer = gateway.get(PrincipalSigner);
    bare = await sides.bare();
  });
  afterAll(() => sides.stop());
  beforeEach(() => {
    returned = undefined;
    contexts = [];
  });

  it('gets the validated, stripped answer', async () => {
    const answer = await caller.call(
      guarded,
      { params: { name: 'revenue' }, query: {}, body: { filters: [] } },
      origin,
    );
    expect(answer).toEqual({ name: 'revenue', who: 'user:ada' });
  });

  it('is answered without what the contract does not show', async () => {
    const reply = await raw(guarded.subject, { params: { name: 'revenue' }, query: {}, body: { filters: [] } });
    expect(reply.json()).toEqual({ name: 'revenue', who: 'user:ada' });
  });

  it('is refused with a pointer for every member that does not fit', async () => {
    const reply = await raw(guarded.subject, {
      params: { name: 'x' },
      query: {},
      body: { filters: [{ op: 'like' }], extra: 1 },
    });
    expect(reply.json()).toMatchObject({
      code: 'invalid-request',
      status: 400,
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      errors: [{ pointer: '/body/filters/0/op' }, { pointer: '/body/extra', message: 'is not a known member' }],
    });
  });

  it('fails with the code, detail, errors, data and retry time that the handler threw', async () => {
    const error = await caller.call(work, { how: 'refuse' }, origin).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({
      code: 'uncertified-source',
      detail: 'Certify "orders" first.',
      facts: { errors: [{ pointer: '/how', message: 'no' }], retryAfter: 7, data: { moved: ['data'] } },
    });
  });

  it('shows nothing of an unexpected error but its trace id', async () => {
    const reply = await raw(work.subject, { how: 'crash' }, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
    expect(reply.json()).toMatchObject({ code: 'internal', status: 500, trace_id: '0af7651916cd43dd8448eb211c80319c' });
    expect(reply.string()).not.toMatch(/hunter2|postgres|TypeError/);
  });

  it('gets BigInt, NaN, Map, Set, Date and bytes in their JSON form', async () => {
    returned = {
      count: 9_007_199_254_740_993n,
      mean: NaN,
      max: Infinity,
      groups: new Map<unknown, unknown>([
        ['a', 1n],
        [2, new Set(['x'])],
      ]),
      at: new Date(0),
      bytes: Buffer.from('hi'),
      gone: undefined,
    };
    expect(await caller.call(echo, { value: 0 }, origin)).toEqual({
      value: {
        count: '9007199254740993',
        mean: null,
        max: null,
        groups: { a: '1', 2: ['x'] },
        at: '1970-01-01T00:00:00.000Z',
        bytes: 'aGk=',
      },
    });
  });

  it.each([
    ['circular', circular()],
    ['breaking its contract', 'an answer that breaks the contract'],
  ])('hears "internal" at once when the answer is %s', async (_, value) => {
    returned = value;
    await expect(caller.call(echo, { value: 0 }, origin)).rejects.toMatchObject({ code: 'internal' });
  });

  it('gets a file as a file and a value as a value', async () => {
    const ask = (form: 'json' | 'csv') =>
      caller.exchange(download, { params: {}, query: { form }, body: null }, origin);
    expect(await ask('csv')).toEqual({ kind: 'file', file: FILE });
    expect(await ask('json')).toMatchObject({ kind: 'value', value: { rows: [1, 2] } });
  });

  it('keeps one trace, the deadline and the principal when the handler calls on', async () => {
    const deadline = Date.now() + 3_000;
    const { done } = await caller.call(
      work,
      { how: 'relay' },
      { ...origin, deadline, traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00' },
    );
    expect(JSON.parse(done)).toEqual({ who: 'user:ada', trace: '0af7651916cd43dd8448eb211c80319c' });
    const [first, second] = contexts;
    expect(second?.deadline).toBe(deadline);
    expect(second?.credential).toBe(first?.credential);
    expect(new Set([first?.traceparent, second?.traceparent]).size).toBe(2);
    expect(second?.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-00$/);
  });

  it('starts a trace when the caller has none', async () => {
    await caller.call(
      echo,
      { value: 1 },
      { ...origin, traceparent: '00-00000000000000000000000000000000-b7ad6b7169203331-01' },
    );
    expect(contexts[0]?.traceId).toMatch(/^(?!0+$)[0-9a-f]{32}$/);
  });

  it('needs the scope that the endpoint declares', async () => {
    const request = { params: { name: 'x' }, query: {}, body: { filters: [] } };
    await expect(caller.call(guarded, request, { principal: { ...ANALYST, scopes: [] } })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(caller.call(guarded, request, { principal: ANONYMOUS })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    await expect(caller.call(echo, { value: 1 }, { principal: ANONYMOUS })).rejects.toMatchObject({
      code: 'unauthenticated',
    });
    expect(await caller.call(open, { params: {}, query: {}, body: null }, { principal: ANONYMOUS })).toEqual({
      who: 'anonymous',
    });
  });

  it("made by a service for itself bears its own name, even inside a user's request", async () => {
    await caller.call(echo, { value: 1 }, origin);
    const inside = contexts[0];
    if (inside === undefined) throw new Error('the handler was not called');
    await onward.call(relay, {}, { ...inside, principal: servicePrincipal('metrics') });
    expect(contexts[1]?.principal.id).toBe('service:metrics');
  });
});

function circular(): unknown {
  const value: { self?: unknown } = {};
  value.self = value;
  return value;
}
