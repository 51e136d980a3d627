import type { Principal } from '@svc/contracts';
import { eventually } from '@svc/testing';
import { ANNA, gate, type JobHarness, plain, startJobHarness } from '../../test/job-harness';
import { servicePrincipal } from '../principal/service-principal';
import type { JobQueue } from './job-queue';

let harness: JobHarness;
let queue: JobQueue;
beforeAll(async () => {
  harness = await startJobHarness();
  queue = harness.producer();
});
beforeEach(() => harness.source.query('DELETE FROM job'));
afterAll(() => harness.close());

const BEN: Principal = { ...ANNA, id: 'user:ben' };
const ROOT: Principal = { ...ANNA, id: 'user:root', role: 'admin' };
const all = { service: 'compute', kind: null, state: null, mine: false, before: null, limit: 100 } as const;

const put = async (principal: Principal, kind = 'listed'): Promise<string> =>
  (await queue.submit(plain(kind), { payload: null, principal })).id;
const listed = async (who: Principal, filter: Partial<Parameters<JobQueue['page']>[0]> = {}): Promise<string[]> =>
  (await queue.page({ ...all, ...filter }, who)).map((it) => it.job.id);

describe('the list of jobs', () => {
  it('has the newest first, each without its result and with who started it', async () => {
    const ids = [await put(ANNA), await put(ANNA), await put(ANNA)];
    expect(await listed(ANNA)).toEqual(ids.toReversed());
    const [first] = await queue.page(all, ANNA);
    expect(first?.job).toMatchObject({ kind: 'listed', state: 'queued', actor: 'user:anna' });
    expect(first?.job).not.toHaveProperty('result');
  });

  it('holds what one started, and for admins and services what everybody did; the jobs of others are absent', async () => {
    const [annas, bens] = [await put(ANNA), await put(BEN)];
    expect(await listed(ANNA)).toEqual([annas]);
    expect(await listed({ ...ANNA, via: 'token:another' })).toEqual([annas]);
    expect(await listed(BEN)).toEqual([bens]);
    for (const who of [ROOT, servicePrincipal('gateway')]) expect(await listed(who)).toEqual([bens, annas]);
    expect(await listed(ROOT, { mine: true })).toEqual([]);
  });

  it('is filtered by kind and by state', async () => {
    const busy = gate();
    const working = harness.replica((it) => it.work(plain('busy'), () => busy.opened));
    const [waiting, running] = [await put(ANNA), await put(ANNA, 'busy')];
    await eventually(async () => (await working.get(running, ANNA)).state === 'running');
    expect(await listed(ANNA, { kind: 'busy' })).toEqual([running]);
    expect(await listed(ANNA, { kind: 'never' })).toEqual([]);
    expect(await listed(ANNA, { state: 'queued' })).toEqual([waiting]);
    expect(await listed(ANNA, { state: 'running', kind: 'busy' })).toEqual([running]);
    busy.open();
    await harness.ended(working, running);
    expect(await listed(ANNA, { state: 'succeeded' })).toEqual([running]);
  });

  it('pages by its keys without a gap or a repetition, also where many jobs were created in one moment', async () => {
    const ids: string[] = [];
    await harness.source.transaction(async (manager) => {
      for (let i = 0; i < 7; i += 1)
        ids.push((await queue.submit(plain('listed'), { payload: null, principal: ANNA }, manager)).id);
    });
    ids.push(await put(ANNA));
    const seen: string[] = [];
    for (let before: string | null = null; seen.length < ids.length;) {
      const page: Awaited<ReturnType<JobQueue['page']>> = await queue.page({ ...all, before, limit: 3 }, ANNA);
      if (page.length === 0) break;
      seen.push(...page.map((it) => it.job.id));
      before = page.at(-1)?.key ?? null;
    }
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect(seen[0]).toBe(ids.at(-1));
  });
});
