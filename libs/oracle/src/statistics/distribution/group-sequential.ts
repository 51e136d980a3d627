import { normalQuantile, normalTail } from './distributions';

/** Looks beyond this are bounded by Bonferroni, which by then costs little more. */
const MAX_LOOKS = 40;
/** Grid points per standard deviation of one look's increment. */
const RESOLUTION = 4;

/**
 * The bound c with P(some |Z_k| > c) = α over equally spaced looks when nothing is there (Pocock, Biometrika 64
 * (1977)), by the recursive integration of Armitage, McPherson & Rowe (JRSS A 132 (1969)).
 */
function sequentialBound(looks: number, alpha: number): number {
  const key = `${looks}/${alpha}`;
  const known = bounds.get(key) ?? solveBound(looks, alpha);
  bounds.set(key, known);
  return known;
}

/** Bounds already solved: a pure function of a few inputs, each worth a million operations. */
const bounds = new Map<string, number>();

function solveBound(looks: number, alpha: number): number {
  const single = normalQuantile(alpha / 2);
  if (looks <= 1) return single;
  const bonferroni = normalQuantile(alpha / looks / 2);
  if (looks > MAX_LOOKS) return bonferroni;
  // log P is smooth and nearly quadratic in the bound: the secant method lands within a few steps.
  const miss = (bound: number): number => Math.log(crossing(bound, looks) / alpha);
  let [before, atBefore, here] = [single, miss(single), bonferroni];
  for (let step = 0; step < 12; step++) {
    const at = miss(here);
    if (Math.abs(at) < 1e-9 || at === atBefore) return here;
    [before, atBefore, here] = [here, at, here - (at * (here - before)) / (at - atBefore)];
  }
  return here;
}

/** The level one look would need so that all looks together err at α. */
export function levelPerLook(looks: number, alpha: number): number {
  return looks <= 1 ? alpha : 2 * normalTail(sequentialBound(looks, alpha));
}

interface Grid {
  readonly points: Float64Array;
  /** Density × Simpson weight. */
  readonly mass: Float64Array;
}

function crossing(bound: number, looks: number): number {
  let grid = gridOver(bound, (s) => density(s));
  let crossed = 2 * normalTail(bound);
  for (let look = 2; look <= looks; look++) {
    const edge = bound * Math.sqrt(look);
    const before = grid;
    before.points.forEach((u, i) => {
      crossed += (before.mass[i] ?? NaN) * (normalTail(edge - u) + normalTail(edge + u));
    });
    if (look < looks) grid = gridOver(edge, (s) => convolve(before, s));
  }
  return crossed;
}

function convolve({ points, mass }: Grid, s: number): number {
  let total = 0;
  for (let i = 0; i < points.length; i++) {
    const step = s - (points[i] ?? NaN);
    if (step < 7 && step > -7) total += (mass[i] ?? NaN) * density(step);
  }
  return total;
}

function gridOver(edge: number, at: (s: number) => number): Grid {
  const intervals = 2 * Math.ceil(edge * RESOLUTION);
  const step = (2 * edge) / intervals;
  const points = Float64Array.from({ length: intervals + 1 }, (_, i) => -edge + i * step);
  const mass = points.map((s, i) => at(s) * (step / 3) * (i === 0 || i === intervals ? 1 : i % 2 === 1 ? 4 : 2));
  return { points, mass };
}

function density(z: number): number {
  return Math.exp(-0.5 * z * z) / Math.sqrt(2 * Math.PI);
}
