import { normalDraw, seededRandom } from '../sample/hash-random';
import { jointTest } from './joint-test';
import { leastSquares } from './least-squares';

const CLUSTERS = 30;
const EACH = 12;

/** p of a joint test by cluster, where a feature and what is left of the outcome belong to the cluster and have no link. */
function nullP(draw: number): number {
  const random = seededRandom(`joint test by cluster/${String(draw)}`);
  const codes = Int32Array.from({ length: CLUSTERS * EACH }, (_, row) => row % CLUSTERS);
  const own = Array.from({ length: CLUSTERS }, () => ({ x: normalDraw(random), level: normalDraw(random) }));
  const x = Float64Array.from(codes, (code) => own[code]?.x ?? NaN);
  const y = Float64Array.from(codes, (code) => (own[code]?.level ?? NaN) + 0.6 * normalDraw(random));
  const fit = leastSquares([new Float64Array(x.length).fill(1), x], y);
  return jointTest(fit, y, { codes, count: CLUSTERS }).p;
}

describe('the joint test by cluster', () => {
  it('errs no more often than it says where clusters are few', () => {
    const found = Array.from({ length: 1000 }, (_, draw) => nullP(draw));
    expect(found.filter((p) => p <= 0.01).length).toBeLessThanOrEqual(15);
    expect(found.filter((p) => p <= 0.05).length).toBeGreaterThanOrEqual(20);
  });
});
