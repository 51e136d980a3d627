import { numbers, pick, rowsWhere } from '../sample/rows';
import { moments } from '../sample/moments';
import { normalTail } from '../distribution/distributions';
import { ranks } from '../sample/ranks';

/** How well a score puts positives above negatives. */
export interface RankingSkill {
  /** P(score of a positive > score of a negative), ties half. */
  readonly auc: number;
  /** DeLong's standard error (Biometrics 44 (1988)). */
  readonly error: number;
  /** Mann-Whitney z against 0.5, with the variance of the null and ties corrected. */
  readonly z: number;
  readonly positives: number;
  readonly negatives: number;
  /** What each row moves the area by; its squares, summed by cluster, are the variance when rows go together. */
  readonly influence: Float64Array;
}

export function rankingSkill(score: Float64Array, truth: Float64Array): RankingSkill {
  const all = ranks(score);
  const inside = [0, 1].map((cls) => {
    const rows = rowsWhere(truth.length, (i) => truth[i] === cls);
    return { rows, own: ranks(pick(score, rows)) };
  });
  const [negative, positive] = inside;
  const m = positive?.rows.length ?? 0;
  const n = negative?.rows.length ?? 0;
  const placements = (part: typeof positive, others: number): Float64Array =>
    numbers(part?.rows.length ?? 0, (i) => ((all[part?.rows[i] ?? -1] ?? NaN) - (part?.own[i] ?? NaN)) / others);
  const above = placements(positive, n);
  const below = placements(negative, m);
  const auc = moments(above).mean;
  const error = Math.sqrt(moments(above).variance / m + moments(below).variance / n);
  const influence = new Float64Array(truth.length);
  positive?.rows.forEach((row, i) => (influence[row] = ((above[i] ?? NaN) - auc) / m));
  negative?.rows.forEach((row, i) => (influence[row] = (1 - (below[i] ?? NaN) - auc) / n));
  const tieShare = 1 - tieTerm(all) / ((m + n) ** 3 - (m + n));
  const nullError = Math.sqrt(((m + n + 1) / (12 * m * n)) * tieShare);
  return { auc, error, z: nullError > 0 ? (auc - 0.5) / nullError : 0, positives: m, negatives: n, influence };
}

/** One-sided p of "better than chance". */
export function rankingP(skill: RankingSkill): number {
  return normalTail(skill.z);
}

/** Σ (t³ − t) over groups of ties. */
function tieTerm(ranked: Float64Array): number {
  const counts = new Map<number, number>();
  for (const rank of ranked) counts.set(rank, (counts.get(rank) ?? 0) + 1);
  let total = 0;
  for (const t of counts.values()) total += t ** 3 - t;
  return total;
}
