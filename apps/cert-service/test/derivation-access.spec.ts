import {
  cancelJob,
  deleteDerivation,
  getCertificate,
  getDerivation,
  getDerivationAccess,
  getJob,
  getRows,
  type Job,
  jobUsage,
  listDerivations,
  listRuns,
  type Manifest,
  maySee,
  type ObjectAccess,
  type Principal,
  putDerivation,
  resolveDerivations,
  runDerivation,
  shareDerivation,
  type Visibility,
  VISIBILITIES,
} from '@svc/contracts';
import { servicePrincipal, waitForJob } from '@svc/platform';
import { CALLERS } from '@svc/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { DERIVATION_STORE, type DerivationStore } from '../src/derivation/derivation.ports';
import { aManifest, aTable } from './builders';
import { type CertHarness, startCert } from './cert-harness';

const { owner: ada, member: mia, stranger: stu, admin: root } = CALLERS;
const files = { 'derivations/departures.py': 'x' };

let harness: CertHarness;
beforeAll(async () => {
  harness = await startCert();
}, 240_000);
afterAll(() => harness.stop());

const params = (name: string) => ({ params: { name }, query: {} });
const as = (principal: Principal) => ({ principal });
const get = (name: string, who: Principal) => harness.gateway.call(getDerivation, params(name), as(who));
const accessOf = (name: string, who: Principal = ada) =>
  harness.gateway.call(getDerivationAccess, params(name), as(who));
const start = (name: string, who: Principal) =>
  harness.gateway.call(runDerivation, { ...params(name), body: { force: true } }, as(who));
const run = async (name: string, who: Principal): Promise<Job> =>
  waitForJob(harness.gateway, (await start(name, who)).id, as(who));

/** Puts a derivation of that name as `who`; over what is there when there is something. */
async function put(name: string, who: Principal, inputs?: Manifest['inputs']): Promise<void> {
  harness.world.manifests = [aManifest({ name, ...(inputs === undefined ? {} : { inputs }) })];
  const there = await get(name, who).then(
    () => ({ if_match: '*' }),
    () => ({}),
  );
  await harness.gateway.call(putDerivation, { ...params(name), body: { files }, ...there }, as(who));
}

function share(
  name: string,
  body: { visibility: Visibility; groups?: string[]; owner?: string },
  ifMatch: string | null = '*',
  who: Principal = ada,
) {
  return harness.gateway.call(
    shareDerivation,
    { ...params(name), body, ...(ifMatch === null ? {} : { if_match: ifMatch }) },
    as(who),
  );
}

const from = (ref: string): Manifest['inputs'] => ({ base: { kind: 'derivation', ref } });

describe('sharing a derivation', () => {
  beforeAll(() => put('shared', ada));

  it('begins with whoever made it and the project', async () => {
    expect(await accessOf('shared')).toMatchObject({ owner: ada.id, visibility: 'project', groups: [] });
  });

  it('begins so also with what comes from a repository, and with what an agent makes', async () => {
    for (const origin of ['repository', 'agent'] as const) {
      harness.world.manifests = [aManifest({ name: `from_${origin}` })];
      await harness.gateway.call(putDerivation, { ...params(`from_${origin}`), body: { files, origin } }, as(ada));
      expect(await accessOf(`from_${origin}`, stu)).toMatchObject({ owner: ada.id, visibility: 'project' });
    }
  });

  it('is for its owner and admins, who say what they have seen', async () => {
    const { etag } = await accessOf('shared');
    await expect(share('shared', { visibility: 'private' }, etag, mia)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(share('shared', { visibility: 'private' }, null)).rejects.toMatchObject({
      code: 'precondition-required',
    });
    await expect(share('shared', { visibility: 'private' }, `sha256:${'0'.repeat(64)}`)).rejects.toMatchObject({
      code: 'precondition-failed',
    });
    expect(await share('shared', { visibility: 'groups', groups: ['red', 'green', 'red'] }, etag)).toMatchObject({
      visibility: 'groups',
      groups: ['green', 'red'],
    });
    expect(await accessOf('shared', mia)).toMatchObject({ groups: ['green', 'red'] });
    expect(await share('shared', { visibility: 'project' }, '*', root)).toMatchObject({
      owner: ada.id,
      visibility: 'project',
      groups: [],
    });
  });

  it('lets one of several win that have read the same', async () => {
    const { etag } = await accessOf('shared');
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        share('shared', { visibility: 'groups', groups: [`team-${index}`] }, etag),
      ),
    );
    expect(tries.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
    for (const it of tries)
      if (it.status === 'rejected') expect(it.reason).toMatchObject({ code: 'precondition-failed' });
    await share('shared', { visibility: 'project' });
  });

  it('changes neither the definition nor its certificate, and a new definition changes nothing of it', async () => {
    await run('shared', ada);
    const [before, certificate] = [
      await get('shared', ada),
      await harness.gateway.call(getCertificate, params('shared'), as(ada)),
    ];
    await share('shared', { visibility: 'groups', groups: ['red'] });
    expect(await get('shared', ada)).toEqual(before);
    expect(await harness.gateway.call(getCertificate, params('shared'), as(ada))).toEqual(certificate);
    await put('shared', mia);
    expect(await accessOf('shared')).toMatchObject({ owner: ada.id, visibility: 'groups', groups: ['red'] });
  });

  it('hands it over: who had it is then one of the others', async () => {
    await share('shared', { visibility: 'private', owner: mia.id });
    await expect(get('shared', ada)).rejects.toMatchObject({ code: 'not-found' });
    expect(await accessOf('shared', mia)).toMatchObject({ owner: mia.id, visibility: 'private' });
  });
});

describe('what stands on a hidden derivation', () => {
  beforeAll(async () => {
    await put('base', ada);
    await run('base', ada);
    await put('above', ada, from('base'));
    await run('above', ada);
    await share('base', { visibility: 'private' });
  });

  it('is told to other services as missing, for that caller, with no reason; a service of ours sees it for itself', async () => {
    const resolve = (who: Principal) =>
      harness.gateway.call(resolveDerivations, { names: ['base', 'nothing'] }, as(who));
    expect(await resolve(stu)).toEqual({ sources: {}, missing: ['base', 'nothing'] });
    expect((await resolve(ada)).sources['base']).toMatchObject({ certified: true });
    expect((await resolve(servicePrincipal('gateway'))).sources['base']).toMatchObject({ certified: true });
  });

  it('is not run by who may not see it, in the words of a name that is none, and its certificate stands', async () => {
    expect(await run('above', stu)).toMatchObject({
      state: 'failed',
      error: { code: 'not-found', detail: 'The input derivation "base" does not exist.' },
    });
    expect((await get('above', stu)).certification.certified).toBe(true);
    expect(await run('above', ada)).toMatchObject({ state: 'succeeded', result: { outcome: 'succeeded' } });
  });

  it('is counted and not named when it keeps an input from being deleted', async () => {
    await put('ground', ada);
    for (const name of ['over_one', 'over_two', 'over_three']) await put(name, ada, from('ground'));
    for (const name of ['over_one', 'over_two']) await share(name, { visibility: 'private' });
    const remove = (who: Principal) =>
      harness.gateway.call(deleteDerivation, { ...params('ground'), if_match: '*' }, as(who));
    await expect(remove(stu)).rejects.toMatchObject({
      code: 'in-use',
      detail: '"ground" is an input of over_three, 2 that you may not see. Change or delete those first.',
    });
    await expect(remove(ada)).rejects.toMatchObject({
      code: 'in-use',
      detail: expect.stringContaining('over_one, over_three, over_two'),
    });
  });

  it('keeps from its history why an input is not certified: others read that', async () => {
    await put('shaky', ada);
    await put('on_shaky', ada, from('shaky'));
    await run('on_shaky', ada);
    await share('shaky', { visibility: 'private' });
    const {
      items: [entry],
    } = await harness.gateway.call(listRuns, params('on_shaky'), as(stu));
    expect(entry).toMatchObject({
      outcome: 'refused',
      reason: 'The input derivation "shaky" is not certified now. See: svc derivation show shaky.',
    });
  });

  it('says nothing of what a circle leads through that the caller may not see', async () => {
    await put('ring', stu);
    await put('hidden_link', ada, from('ring'));
    await share('hidden_link', { visibility: 'private' });
    await expect(put('ring', stu, from('hidden_link'))).resolves.toBeUndefined();
    await expect(put('ring', ada, from('hidden_link'))).rejects.toMatchObject({
      code: 'invalid-source',
      detail: expect.stringContaining('hidden_link'),
    });
  });
});

describe('an input that the author of a definition did not see', () => {
  beforeAll(() => {
    harness.world.datasets = { ...harness.world.datasets, payroll: aTable({ data_hash: `sha256:${'8'.repeat(64)}` }) };
    harness.world.access = { payroll: { owner: ada.id, visibility: 'private', groups: [] } };
  });

  it.each([
    ['a dataset', { it: { kind: 'dataset', ref: 'payroll' } }],
    ['a derivation', from('base')],
  ] as const)('is not read for them by somebody who does: %s', async (kind, inputs) => {
    const trap = kind.replace('a ', 'trap_');
    await put(trap, stu, inputs);
    for (const who of [ada, root])
      expect(await run(trap, who)).toMatchObject({
        state: 'failed',
        error: { code: 'conflict', detail: expect.stringContaining(stu.id) },
      });
    await expect(harness.gateway.call(getRows, params(trap), as(stu))).rejects.toMatchObject({ code: 'not-found' });
    await put(trap, ada, inputs);
    expect(await run(trap, root)).toMatchObject({ result: { outcome: 'succeeded' } });
  });
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
  it('is for whoever started it: others are told that there is none', async () => {
    await put('mine', ada);
    const { id } = await run('mine', ada);
    const job = { params: { id }, query: {} };
    await expect(harness.gateway.call(getJob, job, as(stu))).rejects.toMatchObject({ code: 'not-found' });
    await expect(harness.gateway.call(cancelJob, job, as(stu))).rejects.toMatchObject({ code: 'not-found' });
    expect(await harness.gateway.call(getJob, job, as({ ...ada, via: 'token:other' }))).toMatchObject({
      state: 'succeeded',
    });
  });

  it('is one of at most so many that somebody may have without an end, however many are asked for at once', async () => {
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
