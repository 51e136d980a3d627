import { OUTCOME_PLANTS } from '../calibrate/plants/outcome-plants';
import { PLAIN_PLANTS } from '../calibrate/plants/plain-plants';
import type { Planted } from '../calibrate/plants/planted';
import { VIOLATION_PLANTS } from '../calibrate/plants/violation-plants';
import type { Evidence } from '../evidence/evidence';
import { seededRandom } from '../statistics/sample/hash-random';
import { openInquiry } from './attest';

const PLANTS = [
  ...Object.entries(PLAIN_PLANTS).map(([kind, plant]) => ({ kind, name: 'plain', plant })),
  ...OUTCOME_PLANTS,
  ...VIOLATION_PLANTS,
  // The interval of a margin is about the difference, and its test about the margin; classification is held to chance.
].filter(({ kind }) => kind !== 'equivalence' && kind !== 'noninferiority' && kind !== 'classification');

/** What the estimate would be if the claim were false. */
function nullOf({ claim, table }: Planted): number {
  if (claim.kind === 'level') return Number(claim.roles['threshold']);
  const target = claim.kind === 'prediction' ? table.column(String(claim.roles['target'])) : undefined;
  return target?.type === 'number' && new Set(target.values).size === 2 ? 0.5 : 0;
}

function twoSided({ p, direction }: Evidence, kind: string): number {
  // The joint test of a prediction has no side.
  return direction.sign === 0 || kind === 'prediction' ? p : 2 * Math.min(p, 1 - p);
}

describe('an interval and its test', () => {
  it.each([12, 30, 80])('agree at n = %d: no interval leaves out "no effect" beside a larger p', (n) => {
    const found = PLANTS.flatMap(({ kind, name, plant }) =>
      Array.from({ length: 6 }, (_, draw) => {
        const planted = plant(n, draw % 3 === 0 ? 0 : 2, seededRandom(`agree/${kind}/${name}/${n}/${draw}`));
        const evidence = openInquiry(planted).evidence();
        const bounds = evidence?.estimate?.interval;
        if (evidence === null || bounds == null) return [];
        const none = nullOf(planted);
        const isLeftOut = none < bounds.low || none > bounds.high;
        return [{ kind, name, draw, isWrong: isLeftOut && twoSided(evidence, kind) > 1 - bounds.level }];
      }).flat(),
    );
    expect(found.length).toBeGreaterThan(200);
    expect(found.filter(({ isWrong }) => isWrong)).toEqual([]);
  });
});
