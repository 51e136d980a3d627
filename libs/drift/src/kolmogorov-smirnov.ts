/** Up to so many pairs of rows the distribution is counted, beyond them the limit is exact enough. */
const MAX_EXACT_PAIRS = 1_000_000;

/**
 * The two-sample Kolmogorov–Smirnov test. Both arrays ascend. The p-value is exact for samples without ties (conservative
 * with them) as far as counting is cheap, else Kolmogorov's limit with Stephens's correction for the size.
 */
export function kolmogorovSmirnov(
  reference: Float64Array,
  current: Float64Array,
): { readonly statistic: number; readonly p: number } {
  const statistic = largestGap(reference, current);
  const [n, m] = [reference.length, current.length];
  return { statistic, p: n * m <= MAX_EXACT_PAIRS ? exactTail(statistic, n, m) : limitTail(statistic, n, m) };
}

function largestGap(a: Float64Array, b: Float64Array): number {
  let [i, j, gap] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const value = Math.min(a[i] ?? Infinity, b[j] ?? Infinity);
    while (a[i] === value) i++;
    while (b[j] === value) j++;
    gap = Math.max(gap, Math.abs(i / a.length - j / b.length));
  }
  return gap;
}

/**
 * P(D ≥ d) over all orders in which two samples can interleave: the share of lattice paths from (0, 0) to (n, m) that
 * somewhere leave the band |i/n − j/m| < d (Hodges, "The significance probability of the Smirnov two-sample test", 1958).
 * `inside[j]` is the share of paths to (i, j) that stayed within; the step into (i, j) came from the left with
 * probability j/(i + j).
 */
function exactTail(d: number, n: number, m: number): number {
  const band = (i: number, j: number): boolean => Math.abs(i * m - j * n) < d * n * m - 1e-7;
  const inside = new Float64Array(m + 1);
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= m; j++) {
      if (!band(i, j)) inside[j] = 0;
      else if (i + j === 0) inside[j] = 1;
      else inside[j] = ((inside[j] ?? 0) * i + (j === 0 ? 0 : (inside[j - 1] ?? 0) * j)) / (i + j);
    }
  }
  return 1 - (inside[m] ?? 0);
}

function limitTail(d: number, n: number, m: number): number {
  const size = Math.sqrt((n * m) / (n + m));
  const x = (size + 0.12 + 0.11 / size) * d;
  if (x < 0.2) return 1;
  let tail = 0;
  for (let k = 1; k <= 100; k++) tail += (k % 2 === 1 ? 2 : -2) * Math.exp(-2 * (k * x) ** 2);
  return Math.min(1, Math.max(0, tail));
}
