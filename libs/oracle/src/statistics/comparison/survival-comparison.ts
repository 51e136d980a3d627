import { placeOf } from '../sample/rows';

/** One spell at risk: (entry, exit], ending in an event or not, exposed or not. */
export interface Spell {
  readonly entry: number;
  readonly exit: number;
  readonly event: boolean;
  readonly exposed: boolean;
}

/** At one event time: numbers at risk and events, unexposed and exposed. */
export interface RiskSet {
  readonly time: number;
  readonly atRisk: readonly [number, number];
  readonly events: readonly [number, number];
}

/** Risk sets in order of time; spells may enter late (counting-process form, Andersen & Gill 1982). */
export function riskSets(spells: readonly Spell[]): RiskSet[] {
  const times = distinct(Float64Array.from([...spells.map(({ entry }) => entry), ...spells.map(({ exit }) => exit)]));
  const counts = (): [Int32Array, Int32Array] => [new Int32Array(times.length), new Int32Array(times.length)];
  const [moves, events] = [counts(), counts()];
  for (const { entry, exit, event, exposed } of spells) {
    const arm = exposed ? 1 : 0;
    const [first, last] = [placeOf(times, entry), placeOf(times, exit)];
    moves[arm][first] = (moves[arm][first] ?? 0) + 1;
    moves[arm][last] = (moves[arm][last] ?? 0) - 1;
    if (event) events[arm][last] = (events[arm][last] ?? 0) + 1;
  }
  const sets: RiskSet[] = [];
  const risk: [number, number] = [0, 0];
  times.forEach((time, place) => {
    // Whoever enters at t is at risk just after t; whoever leaves at t is still at risk at t.
    const seen: [number, number] = [events[0][place] ?? 0, events[1][place] ?? 0];
    if (seen[0] + seen[1] > 0) sets.push({ time, atRisk: [risk[0], risk[1]], events: seen });
    risk[0] += moves[0][place] ?? 0;
    risk[1] += moves[1][place] ?? 0;
  });
  return sets;
}

/** The different values, ascending; sorts in place. */
function distinct(values: Float64Array): Float64Array {
  return values.sort().filter((value, i) => i === 0 || value !== values[i - 1]);
}

export interface LogRank {
  /** Observed minus expected events of the exposed. */
  readonly difference: number;
  readonly variance: number;
  readonly z: number;
  readonly events: number;
}

/** Log-rank test (Mantel 1966), hypergeometric variance. */
export function logRank(sets: readonly RiskSet[]): LogRank {
  let difference = 0;
  let variance = 0;
  let events = 0;
  for (const {
    atRisk: [n0, n1],
    events: [d0, d1],
  } of sets) {
    const n = n0 + n1;
    const d = d0 + d1;
    events += d;
    difference += d1 - (d * n1) / n;
    if (n > 1) variance += (d * n0 * n1 * (n - d)) / (n * n * (n - 1));
  }
  return { difference, variance, z: variance > 0 ? difference / Math.sqrt(variance) : 0, events };
}

/** Log hazard ratio of the exposed by Cox's partial likelihood, ties after Efron (JASA 72 (1977)). */
export function logHazardRatio(sets: readonly RiskSet[]): { value: number; error: number } {
  let value = 0;
  for (let step = 0; step < 50; step++) {
    const { score, information } = derivatives(sets, value);
    if (!(information > 0)) return { value: NaN, error: NaN };
    const move = Math.max(-1, Math.min(1, score / information));
    value += move;
    if (Math.abs(value) > 20) return { value: NaN, error: NaN };
    if (Math.abs(move) < 1e-12) break;
  }
  return { value, error: 1 / Math.sqrt(derivatives(sets, value).information) };
}

function derivatives(sets: readonly RiskSet[], beta: number): { score: number; information: number } {
  const ratio = Math.exp(beta);
  let score = 0;
  let information = 0;
  for (const {
    atRisk: [n0, n1],
    events: [d0, d1],
  } of sets) {
    const d = d0 + d1;
    score += d1;
    for (let tied = 0; tied < d; tied++) {
      const exposed = ratio * (n1 - (tied / d) * d1);
      const share = exposed / (exposed + n0 - (tied / d) * d0);
      score -= share;
      information += share * (1 - share);
    }
  }
  return { score, information };
}
