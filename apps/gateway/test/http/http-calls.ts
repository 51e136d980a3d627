import { problem } from '@svc/contracts';
import { gatewayForTests } from '../gateway-harness';

export const harness = gatewayForTests({ SVC_MAX_BODY_BYTES: '100000', SVC_IDLE_BODY_MS: '300' });

export const METRIC = {
  name: 'delay',
  definition: { name: 'delay', type: 'simple', source: 'delay', measure: { agg: 'count' }, dimensions: [] },
  version: 1,
  etag: `sha256:${'a'.repeat(64)}`,
  owner: 'x',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

export async function problemOf(answer: Response): Promise<unknown> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  const told = problem.parse(await answer.json());
  expect(told.status).toBe(answer.status);
  expect(told.trace_id).toBe(answer.headers.get('x-trace-id'));
  return told;
}
