import { normalQuantile, normalTail } from '../statistics/distributions';
import { say, sayPercent } from '../words/number-words';
import { document, escapeText, MARGIN, pixel, scaleOf, WIDTH, xAxis } from './svg';

const HEIGHT = 300;
const STEPS = 80;

export interface PowerCurve {
  /** Standard error of the certified estimate. */
  readonly error: number;
  readonly level: number;
  readonly twoSided: boolean;
  /** The estimate found, marked on the curve. */
  readonly estimate: number;
  readonly unit: string;
}

/** Probability of finding an effect of each size with these rows at this level. */
export function drawPowerCurve(title: string, { error, level, twoSided, estimate, unit }: PowerCurve): string {
  const bar = normalQuantile(twoSided ? level / 2 : level);
  const most = Math.max(Math.abs(estimate), (bar + 2) * error);
  const left = 70;
  const range: [number, number] = [0, most];
  const x = scaleOf(range, [left, WIDTH - MARGIN.right]);
  const y = scaleOf([0, 1], [HEIGHT - MARGIN.bottom, MARGIN.top]);
  const power = (effect: number): number => normalTail(bar - effect / error) + (twoSided ? normalTail(bar + effect / error) : 0);
  const path = Array.from({ length: STEPS + 1 }, (_, i) => {
    const effect = (most * i) / STEPS;
    return `${i === 0 ? 'M' : 'L'}${pixel(x(effect))} ${pixel(y(power(effect)))}`;
  }).join(' ');
  const marks = [0, 0.2, 0.4, 0.6, 0.8, 1].map((tick) => `<text x="${left - 8}" y="${pixel(y(tick) + 4)}" text-anchor="end" fill="#444">${escapeText(sayPercent(tick))}</text>`);
  return document(title, HEIGHT, [
    `<line x1="${left}" x2="${WIDTH - MARGIN.right}" y1="${pixel(y(0.8))}" y2="${pixel(y(0.8))}" stroke="#ddd"/>`,
    `<path d="${path}" fill="none" stroke="#0b57d0" stroke-width="2"/>`,
    `<line x1="${pixel(x(Math.abs(estimate)))}" x2="${pixel(x(Math.abs(estimate)))}" y1="${MARGIN.top}" y2="${HEIGHT - MARGIN.bottom}" stroke="#c5221f" stroke-dasharray="4 3"/>`,
    ...marks, ...xAxis(range, x, HEIGHT - MARGIN.bottom, `size of effect in ${unit}; dashed: the estimate`, say),
  ]);
}
