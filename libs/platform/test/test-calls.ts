import { endpoint, internalCall } from '@svc/contracts';
import { z } from 'zod';

/** Calls that only these tests make. */
export const echo = internalCall({
  name: 'test.echo',
  subject: 'svc.metrics.test.echo',
  request: z.strictObject({ value: z.json() }),
  response: z.object({ value: z.unknown().refine((value) => value !== 'an answer that breaks the contract') }),
});

export const work = internalCall({
  name: 'test.work',
  subject: 'svc.metrics.test.work',
  timeoutMs: 5_000,
  request: z.strictObject({ how: z.string() }),
  response: z.object({ done: z.string() }),
});

/** As slow as the slowest query: whoever waits for its time-out waits too long. */
export const slow = internalCall({
  name: 'test.slow',
  subject: 'svc.metrics.test.slow',
  timeoutMs: 600_000,
  request: z.strictObject({}),
  response: z.object({}),
});

/** Served by a second service, for calls that go on. */
export const relay = internalCall({
  name: 'test.relay',
  subject: 'svc.compute.test.relay',
  request: z.strictObject({}),
  response: z.object({ who: z.string(), trace: z.string() }),
});

export const guarded = endpoint({
  name: 'test.guarded',
  summary: 'Needs a scope',
  method: 'POST',
  path: '/api/test/{name}',
  subject: 'svc.metrics.test.guarded',
  params: z.strictObject({ name: z.string() }),
  body: z.strictObject({ filters: z.array(z.strictObject({ op: z.enum(['eq']) })) }),
  response: z.object({ name: z.string(), who: z.string() }),
  access: { scope: 'metric:query' },
});

export const open = endpoint({
  name: 'test.open',
  summary: 'Needs nothing',
  method: 'GET',
  path: '/api/test',
  subject: 'svc.metrics.test.open',
  response: z.object({ who: z.string() }),
  access: 'public',
});

export const download = endpoint({
  name: 'test.download',
  summary: 'May be a file',
  method: 'GET',
  path: '/api/test/file',
  subject: 'svc.metrics.test.download',
  response: z.object({ rows: z.array(z.int()) }),
  produces: ['text/csv'],
  query: z.strictObject({ form: z.enum(['json', 'csv']) }),
  access: 'authenticated',
});
