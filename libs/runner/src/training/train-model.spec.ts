import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { answerOf, TrainingFixture } from './training.fixture';
import { provesAll } from '@svc/testing';
import type { Trial } from '../host/training-frames';
import type { Trainer } from './trainer';

const MINUTES = 60_000;
/** With engines that take a gigabyte to install: under `./svc test --all`. */
const describeWithEngines = provesAll() ? describe : describe.skip;

describeWithEngines('a training in the sandbox', () => {
  let fixture: TrainingFixture;
  let trainer: Trainer;
  let rowsPath: string;

  beforeAll(async () => {
    fixture = new TrainingFixture();
    trainer = await fixture.trainer();
    rowsPath = await fixture.rows();
  }, 30 * MINUTES);
  afterAll(() => fixture.files.remove());

  it(
    'gives a report with a baseline and an interval, each trial once, and an archive that scores rows',
    async () => {
      const archive = fixture.files.outputPath();
      const trials: Trial[] = [];
      const phases = new Set<string>();
      const trained = await trainer.train({
        spec: fixture.spec(),
        rowsPath,
        outputPath: archive,
        onTrial: (it) => trials.push(it),
        onProgress: (it) => phases.add(it.phase),
      });
      expect(trained).toMatchObject({
        outcome: 'trained',
        report: {
          task: 'classification',
          classes: ['no', 'yes'],
          features: ['x', 'city'],
          baseline: { method: 'majority' },
          interval: { metric: 'log_loss', level: 0.95 },
          holdout: { rule: 'hash', column: 'id' },
          deterministic: true,
          flat_scorer: true,
        },
      });
      expect(trials.map((it) => [it.number, it.estimator, it.state])).toEqual([
        [0, 'linear', 'complete'],
        [1, 'linear', 'complete'],
      ]);
      expect([...phases]).toEqual(expect.arrayContaining(['reading', 'searching', 'fitting', 'explaining', 'packing']));

      // As the warehouse stores it: the sandbox is another user.
      chmodSync(archive, 0o444);
      const predictions = fixture.files.outputPath();
      const scored = await trainer.score({ rowsPath, archivePath: archive, outputPath: predictions });
      expect(scored).toMatchObject({ outcome: 'scored', rows: 400, classes: ['no', 'yes'] });
      const [right] = await answerOf(`
        select avg((p.prediction = r.answer)::int) > 0.8 as good, min(len(p.probabilities)) as n
        from (select *, row_number() over () as i from read_parquet('${predictions}')) p
        join (select *, row_number() over () as i from read_parquet('${rowsPath}')) r using (i)`);
      expect(right).toEqual({ good: true, n: '2' });
    },
    30 * MINUTES,
  );

  it(
    'is refused in words, and leaves no archive, when the data has no such column',
    async () => {
      const outputPath = fixture.files.outputPath();
      const outcome = await trainer.train({ spec: fixture.spec({ target: 'nope' }), rowsPath, outputPath });
      expect(outcome).toMatchObject({
        outcome: 'refused',
        code: 'unknown-column',
        column: 'nope',
        message: "there is no column 'nope'",
      });
      expect(existsSync(outputPath)).toBe(false);
    },
    30 * MINUTES,
  );

  it(
    'ends when it is cancelled, with nothing left',
    async () => {
      const cancel = new AbortController();
      const outputPath = fixture.files.outputPath();
      const outcome = await trainer.train({
        spec: fixture.spec({ max_trials: null }),
        rowsPath,
        outputPath,
        onTrial: () => cancel.abort(),
        signal: cancel.signal,
      });
      expect(outcome).toMatchObject({ outcome: 'failed', reason: 'cancelled', message: 'It was cancelled.' });
      expect(existsSync(outputPath)).toBe(false);
    },
    30 * MINUTES,
  );

  it(
    'scores nothing with a file that is no archive',
    async () => {
      const archivePath = fixture.files.outputPath();
      writeFileSync(archivePath, readFileSync(rowsPath));
      const outcome = await trainer.score({ rowsPath, archivePath, outputPath: fixture.files.outputPath() });
      expect(outcome).toMatchObject({ outcome: 'refused', code: 'bad-rows' });
    },
    30 * MINUTES,
  );
});
