import { lineFrom, pixel, textAt } from '@svc/svg';
import { avalanche } from '../statistics/sample/hash-random';
import { ascending } from '../statistics/sample/rows';
import { say } from '../words/number-words';
import { type Range, rangeOf, scaleOf, ticksOf, tickTexts, xAxis, yAxis } from './axis';
import { INK, type Panel, WIDTH } from './panel';

/** More points than this are a blot; every k-th by residual is drawn, so the extremes stay. */
const MAX_POINTS = 1500;
const TOP = 62;
const BOTTOM = 300;
const LEFT = 84;
const RIGHT = WIDTH - 30;
/** Fitted values as few as this are groups: their points are spread sideways, or they would hide each other. */
const MAX_GROUPS = 12;

/** What a fit left unexplained, and where along. */
export interface Residuals {
  readonly along: Float64Array;
  readonly residuals: Float64Array;
  /** What `along` is: `fitted y`, or `order in time`. */
  readonly axis: string;
  readonly outcome: string;
}

/** Residuals against fitted values or time: curvature, fans, waves and odd points show here. */
export function drawResiduals({ along, residuals, axis, outcome }: Residuals): Panel {
  const order = ascending(residuals);
  const stride = Math.max(1, Math.ceil(order.length / MAX_POINTS));
  const shown = order.filter((_, place) => place % stride === 0 || place === order.length - 1);
  const spread = sidewaysSpread(along);
  const [low, high] = rangeOf(along);
  const xRange: Range = [low - 1.1 * spread, high + 1.1 * spread];
  const yRange = rangeOf([...rangeOf(residuals), 0]);
  const [x, y] = [scaleOf(xRange, [LEFT, RIGHT]), scaleOf(yRange, [BOTTOM, TOP])];
  const points = Array.from(
    shown,
    (row, place) =>
      `<circle cx="${pixel(x((along[row] ?? NaN) + spread * sideways(place)))}" cy="${pixel(y(residuals[row] ?? NaN))}" r="2.2"/>`,
  );
  const ticks = ticksOf(yRange, 5);
  const part = stride > 1 ? ` (one in ${stride} of ${order.length} rows is drawn)` : '';
  return {
    name: 'residuals',
    height: BOTTOM + 46,
    words: `residuals of ${outcome} from ${say(residuals[order[0] ?? 0] ?? NaN)} to ${say(residuals[order.at(-1) ?? 0] ?? NaN)} along ${axis}`,
    body: [
      textAt(16, 22, 'Residuals: what the estimate leaves unexplained', { size: 14, bold: true }),
      ...yAxis(ticks, tickTexts(ticks), y, { left: LEFT, right: RIGHT, top: TOP }, `residual of ${outcome}`),
      lineFrom([LEFT, y(0)], [RIGHT, y(0)], INK.line, { dash: '3 3' }),
      `<g fill="${INK.certified}" fill-opacity="0.35">${points.join('')}</g>`,
      ...xAxis(xRange, [LEFT, RIGHT], BOTTOM, `${axis}${part}`),
    ],
  };
}

function sidewaysSpread(along: Float64Array): number {
  const values = new Set<number>();
  for (const value of along) {
    values.add(value);
    if (values.size > MAX_GROUPS) return 0;
  }
  const sorted = [...values].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((value, i) => value - (sorted[i] ?? value));
  return gaps.length === 0 ? 0.05 * Math.abs(sorted[0] ?? 0) || 1 : 0.3 * Math.min(...gaps);
}

/** −1…1, the same for the same place in every drawing. */
function sideways(place: number): number {
  return (avalanche(place) >>> 0) / 2 ** 31 - 1;
}
