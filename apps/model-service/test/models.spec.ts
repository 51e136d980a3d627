import { randomUUID } from 'node:crypto';
import { modelNoun, type Principal, type RequestInput, type Verdict } from '@svc/contracts';
import { CALLERS, namedObjectConformance, refusal } from '@svc/testing';
import { z } from 'zod';
import { MODEL_STORE, type ModelStore } from '../src/model/model.ports';
import { RegisterVersion } from '../src/model/register-version';
import { type ModelHarness, startModel } from './model-harness';
import { sampleVersion } from './sample-version';

const { owner: ada, stranger: stu, viewer: vic, admin: root } = CALLERS;
const api = modelNoun.endpoints;
type Name = keyof typeof api;

let harness: ModelHarness;
beforeAll(async () => {
  harness = await startModel();
});
afterAll(() => harness.stop());

namedObjectConformance('model', {
  ask: (endpoint, request, who) => harness.ask(endpoint, request, who),
  body: (_, n) => ({ description: `Number ${n}`, tags: { team: 'blue' } }),
});

async function call<N extends Name>(name: N, request: object, who: Principal = ada) {
  const asked = { params: {}, query: {}, body: undefined, ...request } satisfies RequestInput<(typeof api)[N]> | object;
  return api[name].response.parse(await harness.ask(api[name], asked, who));
}
const model = async (name: string) =>
  z
    .object({ aliases: z.record(z.string(), z.int()), latest_version: z.int().nullable(), etag: z.string() })
    .parse(await call('getModel', { params: { name } }));

/** As a training that ends. */
function train(name: string, verdict: Verdict, { job = `model_${randomUUID()}`, who = ada, n = 1 } = {}) {
  const content = sampleVersion(verdict, { metrics: { accuracy: n / 10 }, parameters: { depth: n, kept: true } });
  return harness.service.app.get(RegisterVersion).register({ name, content, job, said: undefined }, who);
}
const told = async (name: string) =>
  (
    await harness.sql(
      `SELECT body FROM webhook_event WHERE body::jsonb->'data'->>'name' = $1 ORDER BY created_at, body`,
      [name],
    )
  ).map((it) => z.object({ type: z.string() }).parse(JSON.parse(z.object({ body: z.string() }).parse(it).body)).type);

describe('a training that ends', () => {
  it('registers a private model of whoever started it, and its first sound version is champion', async () => {
    expect(await train('delay', 'sound')).toEqual({ version: 1, champion: true });
    expect(await model('delay')).toMatchObject({ aliases: { champion: 1 }, latest_version: 1 });
    expect(await refusal(call('getModel', { params: { name: 'delay' } }, stu))).toMatchObject({ code: 'not-found' });
    expect(await told('delay')).toEqual(['alias.updated', 'model_version.created']);
  });

  it.each<Verdict>(['unsound', 'inconclusive'])(
    'leaves a version that is %s unaliased until a person promotes it',
    async (verdict) => {
      const name = `not_${verdict}`;
      expect(await train(name, verdict)).toEqual({ version: 1, champion: false });
      expect(await model(name)).toMatchObject({ aliases: {}, latest_version: 1 });
      await call('promoteModel', { params: { name }, body: { version: 1 } });
      expect(await model(name)).toMatchObject({ aliases: { champion: 1 } });
    },
  );

  it('never displaces a champion', async () => {
    await train('kept', 'sound');
    expect(await train('kept', 'sound')).toEqual({ version: 2, champion: false });
    expect(await model('kept')).toMatchObject({ aliases: { champion: 1 }, latest_version: 2 });
  });

  it('registers one version however often it ends', async () => {
    const job = `model_${randomUUID()}`;
    const all = await Promise.all([1, 2, 3].map(() => train('once', 'sound', { job })));
    expect(all).toEqual([1, 2, 3].map(() => ({ version: 1, champion: true })));
    expect(await told('once')).toHaveLength(2);
  });

  it('makes exactly one champion of many that end at once, and numbers them without a gap', async () => {
    const all = await Promise.all(Array.from({ length: 8 }, () => train('contended', 'sound')));
    expect(all.map((it) => it.version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(all.filter((it) => it.champion)).toHaveLength(1);
    expect(await told('contended')).toEqual([
      'alias.updated',
      ...Array.from({ length: 8 }, () => 'model_version.created'),
    ]);
  });

  it('does not enter a model that its author may not see', async () => {
    await train('hidden_one', 'sound');
    expect(await refusal(train('hidden_one', 'sound', { who: stu }))).toMatchObject({ code: 'conflict' });
  });
});

describe('promoting', () => {
  beforeAll(async () => {
    for (const verdict of ['sound', 'unsound', 'sound'] as const) await train('moved', verdict);
  });

  it('moves the champion, and tells where it was', async () => {
    expect(await call('promoteModel', { params: { name: 'moved' }, body: { version: 2 } })).toMatchObject({
      champion_version: 2,
    });
    const [event] = await harness.sql(
      `SELECT body::jsonb->'data' AS data FROM webhook_event WHERE body::jsonb->'data'->>'name' = 'moved' AND body::jsonb->>'type' = 'alias.updated' ORDER BY created_at DESC LIMIT 1`,
    );
    expect(event).toEqual({ data: { name: 'moved', alias: 'champion', version: 2, previous: 1 } });
  });

  it('needs its scope: a token that may write may not promote', async () => {
    const writer: Principal = { ...ada, scopes: ada.scopes.filter((it) => it !== 'model:promote') };
    for (const who of [writer, vic])
      expect(
        await refusal(call('promoteModel', { params: { name: 'moved' }, body: { version: 1 } }, who)),
      ).toMatchObject({ code: 'forbidden' });
  });

  it('is refused when the alias is no longer where the caller saw it: of several at once, one wins', async () => {
    await call('promoteModel', { params: { name: 'moved' }, body: { version: 1 } });
    const met = await Promise.all(
      [2, 3, 2, 3].map((version) =>
        call('promoteModel', { params: { name: 'moved' }, body: { version, from: 1 } }).then(
          () => 'moved',
          () => 'refused',
        ),
      ),
    );
    expect(met.filter((it) => it === 'moved')).toHaveLength(1);
  });

  it('is of versions that exist', async () => {
    expect(await refusal(call('promoteModel', { params: { name: 'moved' }, body: { version: 9 } }))).toMatchObject({
      code: 'not-found',
    });
    for (const alias of ['latest', 'v1', '1', 'Champion', ''])
      expect(
        await refusal(call('promoteModel', { params: { name: 'moved' }, body: { version: 1, alias } })),
      ).toMatchObject({ code: 'invalid-request' });
  });

  it('gives other aliases too, which can be taken away', async () => {
    await call('promoteModel', { params: { name: 'moved' }, body: { version: 3, alias: 'shadow' } });
    expect(await call('getModelVersion', { params: { name: 'moved', version: 'shadow' } })).toMatchObject({
      version: 3,
    });
    expect(await call('releaseAlias', { params: { name: 'moved', alias: 'shadow' } })).not.toMatchObject({
      aliases: { shadow: 3 },
    });
    expect(await refusal(call('getModelVersion', { params: { name: 'moved', version: 'shadow' } }))).toMatchObject({
      code: 'not-found',
    });
  });
});

describe('deleting', () => {
  it('spares a version that an alias names, and uses no number twice', async () => {
    for (let n = 1; n <= 3; n += 1) await train('pruned', 'sound');
    expect(await refusal(call('deleteModelVersion', { params: { name: 'pruned', version: 1 } }))).toMatchObject({
      code: 'in-use',
      detail: expect.stringContaining('champion'),
    });
    await call('deleteModelVersion', { params: { name: 'pruned', version: 3 } });
    expect(await refusal(call('getModelVersion', { params: { name: 'pruned', version: '3' } }))).toMatchObject({
      code: 'not-found',
    });
    expect(await model('pruned')).toMatchObject({ latest_version: 2 });
    expect(await train('pruned', 'sound')).toEqual({ version: 4, champion: false });
    expect(await told('pruned')).toContain('model_version.deleted');
  });

  it('takes a model with all its versions; the next one of that name begins anew, with the next number', async () => {
    await train('doomed', 'sound');
    const { etag } = await model('doomed');
    await train('doomed', 'sound');
    expect(await refusal(call('deleteModel', { params: { name: 'doomed' }, if_match: etag }))).toMatchObject({
      code: 'precondition-failed',
    });
    await call('deleteModel', { params: { name: 'doomed' }, if_match: (await model('doomed')).etag });
    expect(await refusal(call('getModelVersion', { params: { name: 'doomed', version: '1' } }))).toMatchObject({
      code: 'not-found',
    });
    expect(await told('doomed')).toContain('registered_model.deleted');
    expect(await train('doomed', 'sound')).toEqual({ version: 3, champion: true });
    expect(await call('listModelVersions', { params: { name: 'doomed' }, query: { limit: 10 } })).toMatchObject({
      items: [{ version: 3 }],
      next_cursor: null,
    });
  });
});

describe('reading versions', () => {
  beforeAll(async () => {
    for (let n = 1; n <= 5; n += 1) await train('read', n === 2 ? 'unsound' : 'sound', { n });
  });

  it('lists them in pages, newest first, each once', async () => {
    const seen: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = z
        .object({ items: z.array(z.object({ version: z.int() })), next_cursor: z.string().nullable() })
        .parse(
          await call('listModelVersions', {
            params: { name: 'read' },
            query: { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
          }),
        );
      seen.push(...page.items.map((it) => it.version));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual([5, 4, 3, 2, 1]);
  });

  it('tells everything of one, by number or alias, with its signature and lineage', async () => {
    const params = { name: 'read', version: 'champion' };
    expect(await call('getModelVersion', { params })).toMatchObject({
      version: 1,
      aliases: ['champion'],
      verdict: 'sound',
      created_by: ada.id,
    });
    expect(await call('getModelSchema', { params })).toEqual({
      version: 1,
      ...sampleVersion().signature,
      input_example: sampleVersion().input_example,
    });
    expect(await call('getModelLineage', { params })).toMatchObject({
      steps: [
        { kind: 'derivation', name: 'delays' },
        { kind: 'certificate' },
        { kind: 'training' },
        { kind: 'version' },
        { kind: 'alias', name: 'champion' },
      ],
    });
  });

  it('compares two of them', async () => {
    expect(
      await call('compareVersions', { params: { name: 'read' }, query: { left: 'champion', right: '2' } }),
    ).toMatchObject({
      left: 1,
      right: 2,
      metrics: [{ name: 'accuracy', left: 0.1, right: 0.2, difference: 0.1 }],
      parameters: [{ name: 'depth', left: 1, right: 2 }],
      verdict: { left: 'sound', right: 'unsound' },
      comparable: true,
    });
  });

  it('exports a model with all of them', async () => {
    expect(await call('exportModel', { params: { name: 'read' } }, root)).toMatchObject({
      schema: 'svc.export/v1',
      kind: 'model',
      model: { name: 'read' },
      versions: [5, 4, 3, 2, 1].map((version) => ({ version })),
    });
  });

  it('holds the rows it was trained on, whatever object they are in', async () => {
    const { data_hash } = sampleVersion().source;
    const held = await harness.service.app
      .get<ModelStore>(MODEL_STORE)
      .trainedOn([data_hash, `sha256:${'0'.repeat(64)}`]);
    expect([...held]).toEqual([data_hash]);
  });

  it('is for those who see the model', async () => {
    for (const name of ['getModelVersion', 'getModelSchema', 'getModelLineage'] as const)
      expect(await refusal(call(name, { params: { name: 'read', version: '1' } }, stu))).toMatchObject({
        code: 'not-found',
      });
  });
});

it('keeps tags of the service for the service', async () => {
  const put = call('putModel', { params: { name: 'tagged' }, body: { tags: { 'svc.oracle_verdict': 'sound' } } });
  expect(await refusal(put)).toMatchObject({
    code: 'invalid-request',
    facts: { errors: [{ pointer: '/body/tags/svc.oracle_verdict', message: expect.any(String) }] },
  });
});
