import { jobKinds, type ListedJob, ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { gatewayForTests } from '../gateway-harness';

const harness = gatewayForTests();

/** The job created in that microsecond; each service has its own. */
function one(service: string, microsecond: number): { key: string; job: ListedJob } {
  const id = `${service}_00000000-0000-4000-8000-${String(microsecond).padStart(12, '0')}`;
  return {
    key: `${1_700_000_000_000_000 + microsecond} ${id}`,
    job: {
      id,
      kind: service === 'cert' ? 'derivation.run' : 'derivation.execute',
      state: 'succeeded',
      progress: { done: 0, total: 0, message: '' },
      error: null,
      actor: 'user:ada',
      created_at: '2023-11-14T22:13:20Z',
      started_at: null,
      finished_at: null,
    },
  };
}

const asked = z.object({ before: z.string().nullable(), limit: z.int() });

function holds(service: string, jobs: readonly { key: string; job: ListedJob }[]): void {
  harness.services.on(`svc.${service}.job.page`, ({ request }) => {
    const { before, limit } = asked.parse(request);
    return { items: jobs.filter((it) => before === null || it.key < before).slice(0, limit) };
  });
}

const list = async (query: string) => {
  const answer = await harness.call('GET', `/api/jobs${query}`);
  return { status: answer.status, body: z.record(z.string(), z.json()).parse(await answer.json()) };
};
const page = z.object({ items: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() });

describe('GET /api/jobs', () => {
  const cert = [7, 5, 2, 1].map((it) => one('cert', it));
  const compute = [6, 5, 4, 3].map((it) => one('compute', it));

  beforeEach(() => holds('model', []));

  it('merges the jobs of all services, newest first, page by page, without a gap or a repetition', async () => {
    holds('cert', cert);
    holds('compute', compute);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const { body } = await list(`?limit=3${cursor === null ? '' : `&cursor=${cursor}`}`);
      const next = page.parse(body);
      seen.push(...next.items.map((it) => it.id));
      cursor = next.next_cursor;
    } while (cursor !== null);
    const ids = [...cert, ...compute].toSorted((a, b) => (a.key < b.key ? 1 : -1)).map((it) => it.job.id);
    expect(seen).toEqual(ids);
  });

  it('asks in the name of the caller, with the filters, and only the service that works the kind', async () => {
    holds('cert', cert);
    harness.services.on('svc.compute.job.page', () => {
      throw new ProblemError('internal', 'not asked');
    });
    expect((await list('?kind=derivation.run&state=failed&mine=true')).status).toBe(200);
    expect(harness.services.calls.at(-1)).toMatchObject({
      subject: 'svc.cert.job.page',
      request: { kind: 'derivation.run', state: 'failed', mine: true, before: null, limit: 101 },
      principal: { role: 'admin' },
    });
  });

  it('is refused whole while a service is away, for its jobs would seem to be gone', async () => {
    holds('cert', cert);
    harness.services.on('svc.compute.job.page', () => {
      throw new ProblemError('unavailable', 'compute is away.', { retryAfter: 1 });
    });
    expect((await list('')).status).toBe(503);
  });

  it('refuses a kind that there is not, and names those that there are', async () => {
    const { status, body } = await list('?kind=derivation.runn');
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'invalid-request', errors: [{ pointer: '/query/kind' }] });
    for (const { name } of jobKinds) expect(JSON.stringify(body['errors'])).toContain(name);
  });

  it.each(['zzz', Buffer.from('after:7').toString('base64url'), Buffer.from('after:name').toString('base64url')])(
    'refuses the cursor %s, which no page of it gave',
    async (cursor) => {
      expect(await list(`?cursor=${cursor}`)).toMatchObject({
        status: 400,
        body: { errors: [{ pointer: '/query/cursor' }] },
      });
    },
  );

  it.each(['?state=done', '?mine=1', '?limit=501', '?other=1'])('refuses %s', async (query) => {
    expect((await list(query)).status).toBe(400);
  });
});
