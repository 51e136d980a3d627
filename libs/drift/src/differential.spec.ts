import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { contingencyTest } from './contingency-test';
import { normals, uniforms } from './draws.fixture';
import { jensenShannon } from './jensen-shannon';
import { kolmogorovSmirnov } from './kolmogorov-smirnov';
import { wasserstein } from './wasserstein';

interface Question {
  readonly kind: string;
  readonly args: readonly (readonly number[])[];
  readonly ours: readonly number[];
}

/** The environment of the test tools, as `./svc test` makes it, or whatever Python is at hand. */
const PYTHON = [join(__dirname, '../../../.svc/python-dev/bin/python'), 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import scipy']).status === 0,
);

const random = uniforms(1);
const whole = (low: number, high: number): number => low + Math.floor(random() * (high - low + 1));
const named = (counts: readonly number[]): Map<string, number> => new Map(counts.map((rows, i) => [`c${i}`, rows]));

function questionsOfOneRound(): Question[] {
  const shift = random() - 0.5;
  const [a, b] = [normals(random, whole(2, 80)).toSorted(), normals(random, whole(2, 120), shift).toSorted()];
  const [large, other] = [normals(random, 1_000).toSorted(), normals(random, 9_000, shift / 8).toSorted()];
  const coarse = [a, b].map((side) => side.map((value) => Math.round(2 * value)).toSorted());
  const size = whole(2, 12);
  const counts = [0, 1].map(() => Array.from({ length: size }, () => whole(20, 90)));
  const [left, right] = counts.map(named);
  const ks = kolmogorovSmirnov(a, b);
  const limit = kolmogorovSmirnov(large, other);
  const square = contingencyTest(left ?? new Map(), right ?? new Map());
  return [
    { kind: 'kolmogorov_smirnov', args: [[...a], [...b]], ours: [ks.statistic, ks.p] },
    { kind: 'kolmogorov_smirnov_large', args: [[...large], [...other]], ours: [limit.statistic, limit.p] },
    ...[[a, b], coarse, [large, other]].map(([before = a, now = b]) => ({
      kind: 'wasserstein',
      args: [[...before], [...now]],
      ours: [wasserstein(before, now).distance],
    })),
    { kind: 'jensen_shannon', args: counts, ours: [jensenShannon(left ?? new Map(), right ?? new Map())] },
    { kind: 'chi_squared', args: counts, ours: [square.statistic, square.p] },
  ];
}

const describeWithPython = PYTHON === undefined ? describe.skip : describe;

describeWithPython(`against SciPy${PYTHON === undefined ? ' (no Python with scipy found)' : ''}`, () => {
  const questions = Array.from({ length: 30 }, questionsOfOneRound).flat();
  const run = spawnSync(PYTHON ?? 'python3', [join(__dirname, 'differential.py')], {
    input: JSON.stringify(questions),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const answers: unknown = run.status === 0 ? JSON.parse(run.stdout) : null;

  it('gets an answer to every question', () => {
    expect(run.stderr).not.toContain('Traceback');
    expect(Array.isArray(answers) && answers.length).toBe(questions.length);
  });

  it.each([
    ['kolmogorov_smirnov', 1e-9],
    // A limit against SciPy's own approximation for large samples.
    ['kolmogorov_smirnov_large', 0.01],
    ['wasserstein', 1e-9],
    ['jensen_shannon', 1e-9],
    ['chi_squared', 1e-9],
  ])('%s agrees to %d', (kind, tolerance) => {
    const asked = questions.flatMap((question, i) => {
      const theirs: unknown = Array.isArray(answers) ? answers[i] : null;
      if (question.kind !== kind) return [];
      return question.ours.map((ours, j) => [ours, Array.isArray(theirs) ? Number(theirs[j]) : NaN]);
    });
    expect(asked.length).toBeGreaterThanOrEqual(30);
    for (const [ours = NaN, theirs = NaN] of asked) {
      expect(Math.abs(ours - theirs)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(theirs)));
    }
  });
});
