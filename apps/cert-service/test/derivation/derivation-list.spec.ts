import {
  cancelJob,
  getJob,
  jobUsage,
  listDerivations,
  maySee,
  type ObjectAccess,
  type Principal,
  VISIBILITIES,
} from '@svc/contracts';
import { waitForJob } from '@svc/platform';
import fc from 'fast-check';
import { Client } from 'pg';
import { DERIVATION_STORE, type DerivationStore } from '../../src/definition/derivation.ports';
import { ada, stu, harness, as, start, run, put, share } from './derivation-calls';

beforeAll(async () => {
  await put('base', ada);
  await share('base', { visibility: 'private' });
});

describe('the list of derivations', () => {
  it('holds exactly what the rule of sight lets somebody see, in full pages', async () => {
    const store: DerivationStore = harness.cert.app.get(DERIVATION_STORE);
    const rows = Array.from({ length: 60 }, (_, index): ObjectAccess & { name: string } => ({
      name: `seen_${String(index).padStart(2, '0')}`,
      owner: ['user:ada', 'user:mia', 'token:ci'][index % 3] ?? '',
      visibility: VISIBILITIES[Math.floor(index / 3) % 3] ?? 'private',
      groups: ['red', 'blue', 'a,b', '{}'].filter((__, bit) => (index >> bit) % 2 === 1),
    }));
    await insertLike('base', rows);
    const caller = fc
      .record({
        id: fc.constantFrom('user:ada', 'user:mia', 'token:ci', 'user:nobody', "o'hare"),
        kind: fc.constantFrom('user' as const, 'token' as const, 'service' as const),
        role: fc.constantFrom('viewer' as const, 'editor' as const, 'admin' as const),
        groups: fc.subarray(['red', 'blue', 'a,b', '{}', "it's"]),
      })
      .map((it): Principal => ({ ...it, scopes: [] }));
    await fc.assert(
      fc.asyncProperty(caller, fc.integer({ min: 1, max: 20 }), async (who, limit) => {
        const expected = rows.filter((it) => maySee(it, who)).map((it) => it.name);
        const page = await store.page('seen', limit, who);
        expect(page.map((it) => it.manifest.name).filter((it) => it.startsWith('seen_'))).toEqual(
          expected.slice(0, limit),
        );
        const found = await store.findAll(
          rows.map((it) => it.name),
          who,
        );
        expect(found.map((it) => it.manifest.name).toSorted()).toEqual(expected);
      }),
      { numRuns: 100, seed: 7 },
    );
  });

  it('goes on where a page ended, past what is hidden', async () => {
    const list = (cursor: string | undefined) =>
      harness.gateway.call(
        listDerivations,
        { params: {}, query: { limit: 3, ...(cursor === undefined ? {} : { cursor }) } },
        as(stu),
      );
    const names: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await list(cursor);
      if (page.next_cursor !== null) expect(page.items).toHaveLength(3);
      names.push(...page.items.map((it) => it.name));
      cursor = page.next_cursor;
    }
    expect(names).toEqual(
      (await harness.gateway.call(listDerivations, { params: {}, query: { limit: 500 } }, as(stu))).items.map(
        (it) => it.name,
      ),
    );
    expect(names).not.toContain('base');
  });

  /** Rows as that of another derivation, seen by others. */
  async function insertLike(model: string, rows: readonly (ObjectAccess & { name: string })[]): Promise<void> {
    const client = new Client({ connectionString: harness.postgres.url });
    await client.connect();
    for (const it of rows) {
      await client.query(
        `INSERT INTO cert.derivation (name, manifest, files, source, origin, etag, environment, created_at, updated_at, owner, visibility, groups)
         SELECT $1, jsonb_set(manifest, '{name}', to_jsonb($1::text)), files, source, origin, etag, environment, created_at, updated_at, $2, $3, $4 FROM cert.derivation WHERE name = '${model}'`,
        [it.name, it.owner, it.visibility, it.groups],
      );
    }
    await client.end();
  }
});

describe('the job of a run', () => {
  it('is visible to its starter only: to others it looks missing', async () => {
    await put('mine', ada);
    const { id } = await run('mine', ada);
    const job = { params: { id }, query: {} };
    await expect(harness.gateway.call(getJob, job, as(stu))).rejects.toMatchObject({ code: 'not-found' });
    await expect(harness.gateway.call(cancelJob, job, as(stu))).rejects.toMatchObject({ code: 'not-found' });
    expect(await harness.gateway.call(getJob, job, as({ ...ada, via: 'token:other' }))).toMatchObject({
      state: 'succeeded',
    });
  });

  it('counts towards the limit of unfinished runs, however many are started at once', async () => {
    const busy: Principal = { ...ada, id: 'user:busy' };
    harness.world.hold();
    const tries = await Promise.allSettled(Array.from({ length: 26 }, () => start('mine', busy)));
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(20);
    await expect(start('mine', busy)).rejects.toMatchObject({
      code: 'quota-exceeded',
      facts: { retryAfter: 10, data: { quota: 'jobs', used: 20, limit: 20 } },
    });
    expect(await harness.gateway.call(jobUsage, {}, as(busy))).toEqual({ jobs: { used: 20, limit: 20 } });
    const other = await start('mine', ada);
    for (const it of tries)
      if (it.status === 'fulfilled')
        await harness.gateway.call(cancelJob, { params: { id: it.value.id }, query: {} }, as(busy));
    harness.world.go();
    await waitForJob(harness.gateway, other.id, as(ada));
    for (const it of tries) if (it.status === 'fulfilled') await waitForJob(harness.gateway, it.value.id, as(busy));
    expect(await harness.gateway.call(jobUsage, {}, as(busy))).toEqual({ jobs: { used: 0, limit: 20 } });
  });
});
