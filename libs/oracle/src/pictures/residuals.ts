import { ascending } from '../statistics/rows';
import { say } from '../words/number-words';
import { document, escapeText, MARGIN, pixel, rangeOf, scaleOf, ticksOf, WIDTH, xAxis } from './svg';

/** More points than this are a blot; every k-th by residual is drawn, so the extremes stay. */
const MOST_POINTS = 1500;
const HEIGHT = 340;

/** Residuals against fitted values: curvature, fans and odd points show here. */
export function drawResiduals(title: string, outcome: string, fitted: Float64Array, residuals: Float64Array): string {
  const order = ascending(residuals);
  const stride = Math.max(1, Math.ceil(order.length / MOST_POINTS));
  const shown = order.filter((_, place) => place % stride === 0 || place === order.length - 1);
  const [xRange, yRange] = [rangeOf(fitted), rangeOf(residuals)];
  const left = 70;
  const x = scaleOf(xRange, [left, WIDTH - MARGIN.right]);
  const y = scaleOf(yRange, [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const points = Array.from(shown, (row) => `<circle cx="${pixel(x(fitted[row] ?? NaN))}" cy="${pixel(y(residuals[row] ?? NaN))}" r="2.2" fill="#0b57d0" fill-opacity="0.35"/>`);
  const marks = ticksOf(yRange, 5).map((tick) => `<text x="${left - 8}" y="${pixel(y(tick) + 4)}" text-anchor="end" fill="#444">${escapeText(say(tick))}</text>`);
  return document(title, HEIGHT, [
    `<line x1="${left}" x2="${WIDTH - MARGIN.right}" y1="${pixel(y(0))}" y2="${pixel(y(0))}" stroke="#bbb" stroke-dasharray="3 3"/>`,
    ...points, ...marks, ...xAxis(xRange, x, HEIGHT - MARGIN.bottom, `fitted ${outcome}${stride > 1 ? ` (one in ${stride} of ${order.length} rows)` : ''}`, say),
  ]);
}
