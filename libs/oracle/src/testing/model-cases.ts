import { claimOf, normals } from '../calibrate/plants/planted';
import { normalDraw } from '../statistics/sample/hash-random';
import { type GateCase, inquire, kase, pair, plain } from './gate-case';

/** Cases of the gates of predictions. */
export const MODEL_CASES: readonly GateCase[] = [
  ...pair('target-encoding', 'target encoding'),
  kase('target-leak', 'inconclusive', 'a feature that nearly restates the target', (random) => {
    const y = normals(300, random);
    return inquire(
      { y, f: y.map((value) => value + 0.05 * normalDraw(random)) },
      claimOf('prediction', { target: 'y', features: ['f'] }),
    );
  }),
  kase('target-leak', 'unsound', 'a feature that is the target', (random) => {
    const y = normals(300, random);
    return inquire(
      { y, f: y.slice(), g: normals(300, random) },
      claimOf('prediction', { target: 'y', features: ['f', 'g'] }),
    );
  }),
  kase('target-leak', 'sound', 'an honest feature', plain('prediction', 300, 8)),
  kase('held-out', 'inconclusive', 'noise', plain('prediction', 100, 0)),
  kase('held-out', 'sound', 'an honest feature', plain('prediction', 300, 8)),
  ...(['unsound', 'sound'] as const).map((says) =>
    kase(
      'train-test-copies',
      says,
      `test rows ${says === 'sound' ? 'of their own' : 'copied from training rows'}`,
      (random) => {
        const rows = Array.from({ length: 600 }, (_, i) => ({
          split: i < 400 ? 'train' : 'test',
          a: normalDraw(random),
          b: normalDraw(random),
          y: random() < 0.5 ? 1 : 0,
        }));
        const copied = rows.map((row, i) =>
          says === 'unsound' && row.split === 'test' && i % 2 === 0
            ? { ...(rows[i - 400] ?? row), split: 'test', seen: true }
            : { ...row, seen: false },
        );
        const said = copied.map((row) =>
          row.seen || (says === 'sound' && random() < 0.5) ? row.y : random() < 0.5 ? 1 : 0,
        );
        return inquire(
          {
            split: copied.map((r) => r.split),
            a: copied.map((r) => r.a),
            b: copied.map((r) => r.b),
            y: copied.map((r) => r.y),
            said,
          },
          claimOf('classification', { y_true: 'y', y_pred: 'said', split: 'split', features: ['a', 'b'] }),
        );
      },
    ),
  ),
  kase('majority', 'inconclusive', 'always no', (random) =>
    inquire(
      { y: Float64Array.from({ length: 500 }, () => (random() < 0.03 ? 1 : 0)), said: new Float64Array(500) },
      claimOf('classification', { y_true: 'y', y_pred: 'said' }),
    ),
  ),
  kase('majority', 'sound', 'a useful model', plain('classification', 300, 8)),
];
