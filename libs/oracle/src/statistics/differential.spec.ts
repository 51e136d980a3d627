import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { clusterContrast } from './regression/cluster-error';
import { pValue } from './distribution/contrast';
import {
  binomialAtLeast,
  binomialAtMost,
  chiSquareTail,
  fisherTail,
  normalQuantile,
  normalTail,
  studentQuantile,
  studentTwoSided,
} from './distribution/distributions';
import { normalDraw, type Random, seededRandom } from './sample/hash-random';
import { classicalError, leastSquares } from './regression/least-squares';
import { moments } from './sample/moments';
import { newcombeInterval, wilsonInterval } from './comparison/proportions';
import { rankingSkill } from './comparison/ranking-skill';
import { robustContrast } from './regression/robust-error';
import { logHazardRatio, logRank, riskSets } from './comparison/survival-comparison';
import { welchAnova } from './comparison/variance-analysis';
import { welchContrast } from './comparison/welch';

interface Question {
  readonly kind: string;
  readonly args: unknown;
  readonly ours: readonly number[];
}

/** The environment of the test tools, as `./svc test` makes it, or whatever Python is at hand. */
const PYTHON = [join(__dirname, '../../../../.svc/python-dev/bin/python'), 'python3'].find(
  (command) => spawnSync(command, ['-c', 'import scipy, statsmodels']).status === 0,
);
const ROUNDS = 40;

const between = (random: Random, low: number, high: number): number => low + (high - low) * random();
const whole = (random: Random, low: number, high: number): number => Math.floor(between(random, low, high + 1));
const draws = (n: number, make: () => number): Float64Array => Float64Array.from({ length: n }, make);

function distributionQuestions(random: Random): Question[] {
  const [t, df, p] = [between(random, -12, 12), 10 ** between(random, 0.3, 5), 10 ** between(random, -8, -0.4)];
  const [z, q] = [between(random, -12, 12), 10 ** between(random, -12, -0.01)];
  const [f, d1, d2] = [10 ** between(random, -2, 1.5), whole(random, 1, 40), 10 ** between(random, 0.5, 4)];
  const [x, c] = [10 ** between(random, -2, 2.5), whole(random, 1, 60)];
  const n = whole(random, 2, 400);
  const [k, share] = [whole(random, 1, n), random()];
  return [
    { kind: 't', args: [t, df, p], ours: [studentTwoSided(t, df), studentQuantile(p, df)] },
    { kind: 'normal', args: [z, q], ours: [normalTail(z), normalQuantile(q)] },
    { kind: 'f', args: [f, d1, d2], ours: [fisherTail(f, d1, d2)] },
    { kind: 'chi2', args: [x, c], ours: [chiSquareTail(x, c)] },
    { kind: 'binomial', args: [k, n, share], ours: [binomialAtMost(k, n, share), binomialAtLeast(k, n, share)] },
  ];
}

function regressionQuestions(random: Random): Question[] {
  const n = whole(random, 25, 90);
  const columns = [
    new Float64Array(n).fill(1),
    ...Array.from({ length: whole(random, 1, 4) }, () => draws(n, () => between(random, -3, 9) + normalDraw(random))),
  ];
  const last = columns.at(-1) ?? new Float64Array(n);
  const groups = draws(n, () => whole(random, 0, 7));
  const y = last.map((value, i) => 0.3 * value + (1 + Math.abs(value)) * normalDraw(random) + (groups[i] ?? 0));
  const fit = leastSquares(columns, y);
  const robust = robustContrast(fit, columns.length - 1);
  const clustered = clusterContrast(fit, columns.length - 1, { codes: new Int32Array(groups), count: 8 });
  const args = { columns: columns.map((column) => [...column]), y: [...y], groups: [...groups] };
  return [
    {
      kind: 'regression',
      args,
      ours: [robust.value, classicalError(fit, columns.length - 1), robust.error, pValue(robust)],
    },
    { kind: 'clusters', args, ours: [clustered.error, clustered.df] },
  ];
}

function groupQuestions(random: Random): Question[] {
  const [a, b] = [
    draws(whole(random, 4, 40), () => normalDraw(random)),
    draws(whole(random, 4, 40), () => 2 * normalDraw(random) + 0.5),
  ];
  const welch = welchContrast(new Float64Array([...a, ...b]), new Float64Array([...a.map(() => 0), ...b.map(() => 1)]));
  const c = draws(12, () => 1 + normalDraw(random));
  const anova = welchAnova([a, b, c].map(moments));
  const [n1, n2] = [whole(random, 20, 200), whole(random, 20, 200)];
  const [hits1, hits2] = [whole(random, 1, n1 - 1), whole(random, 1, n2 - 1)];
  const wilson = wilsonInterval(hits1, n1);
  const newcombe = newcombeInterval({ hits: hits1, n: n1 }, { hits: hits2, n: n2 });
  const skill = rankingSkill(
    new Float64Array([...a, ...b].map((value) => Math.round(4 * value))),
    new Float64Array([...a.map(() => 0), ...b.map(() => 1)]),
  );
  return [
    { kind: 'welch', args: { a: [...a], b: [...b] }, ours: [welch.value / welch.error, welch.df, pValue(welch)] },
    { kind: 'anova', args: { groups: [[...a], [...b], [...c]] }, ours: [anova.statistic, anova.df[1], anova.p] },
    { kind: 'shares', args: [hits1, n1, hits2, n2], ours: [wilson.low, wilson.high, newcombe.low, newcombe.high] },
    {
      kind: 'auc',
      args: {
        positive: [...b.map((value) => Math.round(4 * value))],
        negative: [...a.map((value) => Math.round(4 * value))],
      },
      ours: [skill.auc, 2 * normalTail(Math.abs(skill.z))],
    },
  ];
}

function survivalQuestion(random: Random): Question {
  const n = whole(random, 40, 120);
  const arm = draws(n, () => (random() < 0.5 ? 1 : 0));
  arm.set([0, 1]);
  // Whole days make ties.
  const time = arm.map((side) => Math.ceil((-12 * Math.log(1 - random())) / (1 + 0.6 * side)));
  const event = draws(n, () => (random() < 0.75 ? 1 : 0));
  const sets = riskSets([...time].map((exit, i) => ({ entry: 0, exit, event: event[i] === 1, exposed: arm[i] === 1 })));
  const ratio = logHazardRatio(sets);
  return {
    kind: 'survival',
    args: { time: [...time], event: [...event], arm: [...arm] },
    ours: [logRank(sets).z ** 2, ratio.value, ratio.error],
  };
}

const describeWithPython = PYTHON === undefined ? describe.skip : describe;

describeWithPython(
  `against SciPy and statsmodels${PYTHON === undefined ? ' (no Python with scipy and statsmodels found)' : ''}`,
  () => {
    const random = seededRandom('differential');
    const questions = Array.from({ length: ROUNDS }, () => [
      ...distributionQuestions(random),
      ...regressionQuestions(random),
      ...groupQuestions(random),
      survivalQuestion(random),
    ]).flat();
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

    it.each([...new Set(questions.map(({ kind }) => kind))])('%s agrees to 1e-9', (kind) => {
      questions.forEach((question, i) => {
        if (question.kind !== kind) return;
        const theirs: unknown = Array.isArray(answers) ? answers[i] : null;
        question.ours.forEach((value, j) => {
          const expected = Array.isArray(theirs) ? Number(theirs[j]) : NaN;
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(
            1e-9 * Math.max(Math.abs(expected), kind === 'binomial' || kind === 'shares' ? 1e-3 : 1e-30),
          );
        });
      });
    });
  },
);
