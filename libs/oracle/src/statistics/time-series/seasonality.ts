import { positiveAutocorrelation, whiten } from './autoregression';
import { fisherTail } from '../distribution/distributions';
import { fitOnFirst, leastSquares } from '../regression/least-squares';
import { numbers } from '../sample/rows';

/** Periods tried: every whole one up to two months of days or five years of months, and those of calendars beyond. */
const PERIODS: readonly number[] = [
  ...Array.from({ length: 59 }, (_, i) => i + 2),
  84,
  90,
  91,
  96,
  120,
  144,
  168,
  180,
  182,
  182.5,
  360,
  364,
  365,
  365.25,
  366,
];
/** Significance of one period among all that were tried. */
const LEVEL = 0.001;
const MAX_SEASONS = 3;
/** A season has to come round this often to be seen as one. */
const ROUNDS = 3;

/**
 * Columns of the seasons of a series (sine and cosine of a period and of its half): the strongest period, as long as it
 * explains more than chance does once first-order autocorrelation is removed. `fixed` holds the constant and whatever
 * else is held fixed.
 */
export function seasonalColumns(fixed: readonly Float64Array[], y: Float64Array): Float64Array[] {
  const columns: Float64Array[] = [];
  for (let season = 0; season < MAX_SEASONS; season++) {
    const period = strongestPeriod(leastSquares([...fixed, ...columns], y).residuals);
    if (period === null) break;
    const found = waves(y.length, period);
    if (!(seasonP([...fixed, ...columns], found, y) * PERIODS.length < LEVEL)) break;
    columns.push(...found);
  }
  return columns;
}

/** Cosine and sine of a period, and of its half. */
export function waves(n: number, period: number): Float64Array[] {
  return [period, period / 2]
    .filter((length) => length >= 2)
    .flatMap((length) => [
      numbers(n, (i) => Math.cos((2 * Math.PI * i) / length)),
      numbers(n, (i) => Math.sin((2 * Math.PI * i) / length)),
    ]);
}

/** F test of the waves among series freed of the autocorrelation that is left without them. */
export function seasonP(fixed: readonly Float64Array[], found: readonly Float64Array[], y: Float64Array): number {
  const rho = positiveAutocorrelation(leastSquares([...fixed, ...found], y));
  const white = (columns: readonly Float64Array[]): Float64Array[] => columns.map((column) => whiten(column, rho));
  const outcome = whiten(y, rho);
  const full = leastSquares(white([...fixed, ...found]), outcome);
  const without = fitOnFirst(full, fixed.length, outcome);
  const df = full.basis.q.length - without.basis.q.length;
  return fisherTail(
    (without.residualSquares - full.residualSquares) / df / (full.residualSquares / full.residualDf),
    df,
    full.residualDf,
  );
}

function strongestPeriod(series: Float64Array): number | null {
  let best = { period: 0, power: 0 };
  for (const period of PERIODS) {
    if (period * ROUNDS > series.length) continue;
    const power = powerAt(series, period);
    if (power > best.power) best = { period, power };
  }
  return best.power > 0 ? best.period : null;
}

/** Squared length of the series' wave of this period; the angle is turned step by step, not computed at every point. */
function powerAt(series: Float64Array, period: number): number {
  const [stepX, stepY] = [Math.cos((2 * Math.PI) / period), Math.sin((2 * Math.PI) / period)];
  let [x, y, cosine, sine] = [1, 0, 0, 0];
  for (let i = 0; i < series.length; i++) {
    const value = series[i] ?? NaN;
    cosine += value * x;
    sine += value * y;
    const turned = x * stepX - y * stepY;
    y = x * stepY + y * stepX;
    x = turned;
  }
  return cosine * cosine + sine * sine;
}
