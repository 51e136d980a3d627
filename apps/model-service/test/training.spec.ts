import { getJob, isTerminal, type Job, job as jobSchema, modelNoun, type Principal, cancelJob } from '@svc/contracts';
import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { CALLERS, eventually, refusal } from '@svc/testing';
import { type ModelHarness, startModel } from './model-harness';
import { finished, neighbours, TrainingWorld } from './training-world';

const { owner: ada, stranger: stu } = CALLERS;
const api = modelNoun.endpoints;
const world = new TrainingWorld();

let harness: ModelHarness;
beforeAll(async () => {
  harness = await startModel({ engines: world.engines(), beside: neighbours(world) });
  world.warehouse = harness.warehouse;
  const { object, bytes } = await harness.warehouse.put(new TextEncoder().encode('rows'));
  const columns = ['late', 'distance', 'carrier', 'day'].map((name) => ({ name, type: 'integer' as const }));
  world.table = { data_hash: `sha256:${'a'.repeat(64)}`, object, rows: 100, bytes, columns };
});
beforeEach(() => {
  Object.assign(world, {
    certified: true,
    verdict: 'sound',
    train: (it: Parameters<typeof finished>[0]) => Promise.resolve(finished(it)),
  });
  world.missing = null;
  world.stored.splice(0);
  world.claims.splice(0);
  world.trained.splice(0);
});
afterAll(() => harness.stop());

const train = async (body: object, who: Principal = ada): Promise<Job> =>
  jobSchema.parse(
    await harness.ask(
      api.trainModel,
      { params: {}, query: {}, body: { target: 'late', derivation: 'delays', ...body } },
      who,
    ),
  );
const look = async (id: string): Promise<Job> =>
  jobSchema.parse(await harness.ask(getJob, { params: { id }, query: {}, body: undefined }, ada));
async function ended({ id }: Job): Promise<Job> {
  let now = await look(id);
  await eventually(async () => isTerminal((now = await look(id)).state));
  return now;
}
const version = async (name: string, ref: string) =>
  api.getModelVersion.response.parse(
    await harness.ask(api.getModelVersion, { params: { name, version: ref }, query: {}, body: undefined }, ada),
  );

describe('a training', () => {
  it('is judged before the search, runs, and its version is champion when the oracle found the data sound', async () => {
    const done = await ended(await train({ name: 'delay', time_budget: 30, groups: 'carrier' }));
    expect(done).toMatchObject({
      state: 'succeeded',
      result: { name: 'delay', version: 1, champion: true, verdict: 'sound' },
    });
    expect(world.claims).toEqual([
      {
        question: 'Do 2 features predict late?',
        kind: 'prediction',
        roles: { target: 'late', features: ['distance', 'day'] },
        declared: { unit: 'carrier' },
      },
    ]);
    expect(world.trained[0]?.spec).toMatchObject({
      engine: 'automl_light',
      time_budget: 30,
      source: { oracle_verdict: 'sound' },
    });
    expect(await version('delay', 'champion')).toMatchObject({
      version: 1,
      job: done.id,
      description: '# Card',
      source: {
        kind: 'derivation',
        name: 'delays',
        data_hash: world.table?.data_hash,
        certificate_digest: expect.any(String),
      },
      tags: {
        'svc.oracle_verdict': 'sound',
        'svc.feature_derivation': 'delays',
        'svc.data_hash': world.table?.data_hash,
      },
    });
  });

  it.each(['unsound', 'inconclusive'] as const)(
    'on data that are %s registers a version that is not champion',
    async (verdict) => {
      world.verdict = verdict;
      const done = await ended(await train({ name: `leaky_${verdict}` }));
      expect(done.result).toMatchObject({
        version: 1,
        champion: false,
        verdict,
        verdict_reason: `the oracle says ${verdict}`,
      });
    },
  );

  it('takes a dataset, which is judged the same', async () => {
    const done = await ended(await train({ name: 'from_dataset', derivation: undefined, dataset: 'flights' }));
    expect(done).toMatchObject({ state: 'succeeded' });
    expect(await version('from_dataset', '1')).toMatchObject({
      source: { kind: 'dataset', name: 'flights' },
      tags: { 'svc.dataset': 'flights' },
    });
  });

  it('takes rows in the request, which are stored and then judged the same', async () => {
    const rows = [
      { late: 1, distance: 10 },
      { late: 0, carrier: 'UA' },
    ];
    const done = await ended(await train({ name: 'from_rows', derivation: undefined, rows }));
    expect(done).toMatchObject({ state: 'succeeded' });
    expect(world.stored).toEqual([
      '{"late":1,"distance":10,"carrier":null}\n{"late":0,"distance":null,"carrier":"UA"}\n',
    ]);
    expect(world.trained[0]?.spec).not.toHaveProperty('rows');
    expect(await version('from_rows', '1')).toMatchObject({ source: { kind: 'rows', name: null } });
  });

  it('shows the evidence that its engine left, file by file', async () => {
    await ended(await train({ name: 'evident' }));
    const params = { name: 'evident', version: '1' };
    const { items } = api.listArtifacts.response.parse(
      await harness.ask(api.listArtifacts, { params, query: {}, body: undefined }, ada),
    );
    expect(items).toContainEqual({ path: 'model_card.md', bytes: 6 });
    const get = (path: string, who: Principal) =>
      harness.file(api.getArtifact, { params, query: { path }, body: undefined }, who);
    const card = await get('model_card.md', ada);
    expect(card).toMatchObject({ bytes: 6, content_type: 'text/markdown', file_name: 'model_card.md' });
    expect(await text(await harness.warehouse.results.open(card.object))).toBe('# Card');
    expect(await refusal(get('../../secret', ada))).toMatchObject({ code: 'not-found' });
    expect(await refusal(get('model_card.md', stu))).toMatchObject({ code: 'not-found' });
  });

  it('whose archive cannot be read fails with words, and registers nothing', async () => {
    world.train = (request) => {
      const outcome = finished(request);
      writeFileSync(request.outputPath, 'PK\u0003\u0004 and then nothing');
      return Promise.resolve(outcome);
    };
    expect(await ended(await train({ name: 'unreadable' }))).toMatchObject({
      state: 'failed',
      error: { code: 'training-failed', detail: expect.stringContaining('What the engine made cannot be read') },
    });
  });

  it('that the engine refuses or that crashes fails with its words, and registers nothing', async () => {
    const trace = { stdout: '', stderr: '', duration_ms: 1, peak_rss_bytes: null };
    world.train = () =>
      Promise.resolve({ ...trace, outcome: 'refused', code: 'one-class', message: 'has one value', column: 'late' });
    expect(await ended(await train({ name: 'nothing' }))).toMatchObject({
      state: 'failed',
      error: { code: 'untrainable', detail: 'Column "late": has one value' },
    });
    world.train = () =>
      Promise.resolve({
        ...trace,
        outcome: 'failed',
        reason: 'memory',
        message: 'It was stopped at its memory limit.',
        traceback: null,
      });
    expect(await ended(await train({ name: 'nothing' }))).toMatchObject({
      state: 'failed',
      error: { code: 'training-failed', detail: 'It was stopped at its memory limit.' },
    });
    expect(await refusal(version('nothing', '1'))).toMatchObject({ code: 'not-found' });
  });

  it('that is cancelled stops its engine and registers nothing', async () => {
    world.train = ({ signal }) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));
    const started = await train({ name: 'stopped' });
    await eventually(() => world.trained.length === 1);
    await harness.ask(cancelJob, { params: { id: started.id }, query: {}, body: undefined }, ada);
    expect((await ended(started)).state).toBe('cancelled');
    expect(await refusal(version('stopped', '1'))).toMatchObject({ code: 'not-found' });
  });

  it('goes on where it was when the service restarts, with the trials that it had finished', async () => {
    const trial = {
      number: 0,
      estimator: 'lgbm',
      params: {},
      score: 0.5,
      seconds: 20,
      state: 'complete' as const,
      message: null,
    };
    world.train = ({ signal, onTrial }) => {
      onTrial?.(trial);
      return new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
      );
    };
    const started = await train({ name: 'resumed', time_budget: 60 });
    await eventually(
      async () => (await harness.sql('SELECT 1 AS one FROM training_trial WHERE job = $1', [started.id])).length === 1,
    );
    world.train = (it) => Promise.resolve(finished(it));
    await harness.restart();
    expect(await ended(started)).toMatchObject({ state: 'succeeded', result: { version: 1 } });
    expect(world.trained.at(-1)?.spec).toMatchObject({ time_budget: 40, finished_trials: [trial] });
  });
});

describe('a training that is refused before there is a job', () => {
  it('is one on a source that is not certified', async () => {
    world.certified = false;
    expect(await refusal(train({ name: 'x' }))).toMatchObject({
      code: 'uncertified-source',
      detail: expect.stringContaining('its newest run is unsound'),
    });
  });

  it('is one for an engine that this installation cannot run', async () => {
    world.missing = 'This installation runs no engines.';
    expect(await refusal(train({ name: 'x' }))).toMatchObject({ code: 'unavailable', detail: world.missing });
  });

  it('is one with a name that belongs to a model of somebody else', async () => {
    await ended(await train({ name: 'taken' }));
    expect(await refusal(train({ name: 'taken' }, stu))).toMatchObject({ code: 'conflict' });
  });

  it.each<[string, object, string]>([
    ['no source', { derivation: undefined }, '/body'],
    ['two sources', { dataset: 'flights' }, '/body'],
    ['a target that is no column', { target: 'lat' }, '/body/target'],
    ['a feature that is no column', { features: ['distance', 'Distanc'] }, '/body/features/1'],
    ['the target as a feature', { features: ['late'] }, '/body/features/0'],
    ['a training set', { derivation: undefined, training_set: 'late_set' }, '/body/training_set'],
    ['a tracking store of its own', { tracking_uri: 'http://127.0.0.1' }, '/body/tracking_uri'],
    ['a foundation model of no said task', { engine: 'foundation' }, '/body/task'],
    ['an option of another engine', { ensemble: true }, '/body/ensemble'],
    ['a metric of another task', { task: 'regression', metric: 'accuracy' }, '/body/metric'],
    ['a forecast without a time column', { task: 'ts_forecast', horizon: 5 }, '/body/time_col'],
    ['a forecast beyond half of the rows', { task: 'ts_forecast', time_col: 'day', horizon: 51 }, '/body/horizon'],
    [
      'a forecast by another engine',
      { task: 'ts_forecast', time_col: 'day', horizon: 5, engine: 'tuner' },
      '/body/engine',
    ],
    ['no time', { time_budget: 1 }, '/body/time_budget'],
    ['more than a day', { time_budget: 86_401 }, '/body/time_budget'],
  ])('is one with %s, and says where', async (_, body, pointer) => {
    const { code, facts } = await refusal(train({ name: 'x', ...body }));
    expect([code, facts.errors?.map((it) => it.pointer)]).toEqual([
      'invalid-request',
      expect.arrayContaining([pointer]),
    ]);
    expect(world.trained).toEqual([]);
  });

  it('is one on a dataset that the caller cannot read', async () => {
    expect(await refusal(train({ name: 'x', derivation: undefined, dataset: 'none' }))).toMatchObject({
      code: 'not-found',
    });
  });
});
