import { connectedClient } from './connected-client';
import { aJob } from './documents';
import { events } from './fake-service';

const NOW = '2024-01-01T00:00:00.000Z';
const hash = (digit: string) => `sha256:${digit.repeat(64)}`;
const model = {
  name: 'delay',
  description: 'Late departures',
  tags: {},
  owner: 'user:ada',
  latest_version: 2,
  champion_version: 1,
  aliases: { champion: 1 },
  etag: hash('1'),
  created_at: NOW,
  updated_at: NOW,
};
const version = {
  model: 'delay',
  version: 1,
  aliases: ['champion'],
  verdict: 'sound',
  verdict_reason: 'no gate found a defect',
  engine: 'tuner',
  estimator: 'xgboost',
  task: 'classification',
  target: 'late',
  features: ['distance'],
  metric: { name: 'log_loss', greater_is_better: false },
  metrics: { log_loss: 0.31234 },
  baseline: { method: 'majority', metrics: { log_loss: 0.62 } },
  interval: { metric: 'log_loss', level: 0.95, low: 0.3, high: 0.33 },
  n_train: 80,
  n_test: 20,
  source: {
    kind: 'derivation',
    name: 'delays',
    data_hash: hash('2'),
    rows: 100,
    run: null,
    certificate_digest: hash('3'),
  },
  tags: {},
  job: 'model_0190f5a0-0000-7000-8000-000000000001',
  created_by: 'user:ada',
  created_at: NOW,
};
const detail = {
  ...version,
  parameters: {},
  classes: [0, 1],
  holdout: { rule: 'hash', detail: 'one row in five' },
  trials: { complete: 1, pruned: 0, failed: 0 },
  importances: [],
  warnings: ['distance is 95 % distinct'],
  seed: 7,
  deterministic: true,
  environment: { python: '3.11', libraries: {} },
  archive: { object: '4'.repeat(64), bytes: 10 },
  serving: { path: 'none', replayed: null, reason: 'it has no flat form' },
  description: '# Late departures',
  attestation: {
    question: 'q',
    kind: 'prediction',
    verdict: 'sound',
    reason: 'r',
    estimate: null,
    adjusted_for: [],
    gates: [],
    skipped: [],
    oracle: { version: '1', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
  },
};
const at = '/api/registry/models/delay';

describe('svc model', () => {
  const { gateway, online } = connectedClient();

  it('lists models and versions, each score beside the baseline', async () => {
    gateway.on('GET /api/registry/models', { body: { items: [model], next_cursor: null } });
    gateway.on(`GET ${at}/versions`, { body: { items: [version], next_cursor: null } });
    expect((await online(['model', 'list'])).stdout).toContain('delay');
    expect((await online(['model', 'versions', 'delay'])).stdout).toContain('log_loss 0.3123 (majority 0.62)');
  });

  it('shows the champion, unless another version is named', async () => {
    gateway.on(`GET ${at}`, { body: model });
    gateway.on(`GET ${at}/versions/champion`, { body: detail });
    const { stdout } = await online(['model', 'show', 'delay']);
    for (const text of [
      'version 1',
      'sound',
      'late (classification) from distance',
      '95 % distinct',
      'no: it has no flat form',
      hash('3'),
    ])
      expect(stdout).toContain(text);
    expect((await online(['model', 'show', 'delay', '--card'])).stdout).toBe('# Late departures\n');
  });

  it('trains with progress, and says what the oracle found and how to promote', async () => {
    const id = version.job;
    const at0 = { id, kind: 'model.train', created_at: NOW, started_at: NOW, error: null };
    const progress = { done: 1, total: 100, message: 'searching' };
    const result = {
      name: 'delay',
      version: 3,
      champion: false,
      verdict: 'unsound',
      verdict_reason: 'late_2 equals the target in every row',
      estimator: 'lgbm',
      metric: 'log_loss',
      metrics: { log_loss: 0.1 },
      baseline: { log_loss: 0.6 },
    };
    gateway.on('POST /api/registry/train', {
      body: { ...at0, state: 'queued', progress, result: null, finished_at: null },
    });
    gateway.on(
      `GET /api/jobs/${id}/events`,
      events([aJob({ ...at0, state: 'succeeded', progress, result, finished_at: NOW })]),
    );
    const { stdout, stderr } = await online(['model', 'train', 'delay', '--derivation', 'delays', '--target', 'late']);
    for (const text of ['version 3', 'unsound', 'equals the target', 'log_loss 0.1 (baseline 0.6)'])
      expect(stdout).toContain(text);
    expect(stderr).toContain('svc model promote delay 3');
    expect((await online(['model', 'train', 'delay', '--derivation', 'delays'])).code).toBe(2);
  });

  it('lists the evidence of a version, and saves one file of it', async () => {
    const item = { path: 'training_script.py', bytes: 13 };
    gateway.on(`GET ${at}/versions/champion/artifacts`, { body: { items: [item] } });
    gateway.on(`GET ${at}/versions/champion/artifacts/content`, { text: 'print("same")', type: 'text/x-python' });
    expect((await online(['model', 'artifacts', 'delay'])).stdout).toContain('training_script.py');
    const got = await online(['model', 'artifacts', 'delay', '--get', 'training_script.py']);
    expect(got.stdout).toBe('print("same")');
  });

  it('promotes from where the alias is now', async () => {
    gateway.on(`GET ${at}`, { body: model });
    gateway.on(`POST ${at}/promote`, { body: { ...model, champion_version: 2, aliases: { champion: 2 } } });
    expect((await online(['model', 'promote', 'delay', '2'])).stdout).toBe(
      'version 2 of delay is champion; before, version 1 was\n',
    );
    expect(gateway.received.at(-1)?.body).toEqual({ version: 2, alias: 'champion', from: 1 });
  });

  it('deletes a version, or a model that it has read', async () => {
    gateway.on(`GET ${at}`, { body: model });
    gateway.on(`DELETE ${at}`, { body: { deleted: true } });
    gateway.on(`DELETE ${at}/versions/2`, { body: { deleted: true } });
    expect((await online(['model', 'delete', 'delay', '2'])).stdout).toBe('version 2 of delay deleted\n');
    expect((await online(['model', 'delete', 'delay'])).stdout).toBe('delay deleted\n');
    expect(gateway.received.at(-1)?.headers['if-match']).toBe(`"${hash('1')}"`);
  });

  describe('predict', () => {
    const request_id = '0190f5a0-0000-4000-8000-000000000001';
    const serving = '/api/serving/delay';
    beforeEach(() =>
      gateway.on(`POST ${serving}/invocations`, {
        body: { predictions: ['late', [0.25, 0.75]], model_version: 3, request_id },
      }),
    );

    it.each<[string, string, object]>([
      ['an array', '[{"a": 1}, {"a": 2}]', { instances: [{ a: 1 }, { a: 2 }] }],
      ['one object', '{"a": 1}', { instances: [{ a: 1 }] }],
      ['JSON lines', '{"a": 1}\n{"a": 2}\n', { instances: [{ a: 1 }, { a: 2 }] }],
      ['a payload', '{"inputs": {"a": [1]}}', { inputs: { a: [1] } }],
    ])('takes %s from standard input and prints one prediction a line', async (_, input, body) => {
      const { stdout, stderr } = await online(['model', 'predict', 'delay', '-'], { input });
      expect(stdout).toBe('late\n0.25\t0.75\n');
      expect(stderr).toContain(`version 3 of delay; request ${request_id}`);
      expect(gateway.received.at(-1)?.body).toEqual(body);
    });

    it('asks for a version and for probabilities', async () => {
      await online(['model', 'predict', 'delay', '-', '--version', 'shadow', '--probabilities'], { input: '[]' });
      const asked = gateway.received.at(-1);
      expect(asked?.query.get('version')).toBe('shadow');
      expect(asked?.body).toEqual({ instances: [], params: { probabilities: true } });
    });

    it('says which line is not JSON', async () => {
      const { code, stderr } = await online(['model', 'predict', 'delay', '-'], { input: '{"a": 1}\nnonsense' });
      expect([code, stderr]).toEqual([2, expect.stringContaining('line 2')]);
    });

    it('labels in as many requests as it takes, and shows accuracy', async () => {
      gateway.on(`POST ${serving}/labels`, { body: { labelled: 2 } });
      gateway.on(`GET ${serving}/accuracy`, {
        body: { items: [{ day: '2026-03-01', version: 3, labelled: 2, accuracy: 0.5, rmse: null, mae: null }] },
      });
      const labels = JSON.stringify([
        { request_id, label: 'late' },
        { request_id, row: 1, label: 'late' },
      ]);
      expect((await online(['model', 'label', 'delay', '-'], { input: labels })).stdout).toBe('2 rows labelled\n');
      expect((await online(['model', 'accuracy', 'delay'])).stdout).toContain('2026-03-01');
    });
  });
});
