import { escapeXml, lineFrom, pixel, textAt, textWidth } from '@svc/svg';
import { normalQuantile, normalTail } from '../statistics/distribution/distributions';
import { say, sayPercent } from '../words/number-words';
import { scaleOf, xAxis, yAxis } from './axis';
import { INK, type Panel, WIDTH } from './panel';

const TOP = 62;
const BOTTOM = 262;
const LEFT = 84;
const RIGHT = WIDTH - 30;
const STEPS = 80;
/** What is usually asked of a design. */
const ENOUGH = 0.8;
const SHARES = [0, 0.2, 0.4, 0.6, 0.8, 1];

export interface PowerCurve {
  /** Standard error of the certified estimate. */
  readonly error: number;
  readonly level: number;
  readonly twoSided: boolean;
  /** The effect found, marked on the curve. */
  readonly effect: number;
  /** What an effect is: `difference from 5 in height`. */
  readonly axis: string;
}

/** Probability of finding an effect of each size with these rows at this level. */
export function drawPowerCurve({ error, level, twoSided, effect, axis }: PowerCurve): Panel {
  const bar = normalQuantile(twoSided ? level / 2 : level);
  const size = Math.abs(effect);
  const enough = (bar + normalQuantile(1 - ENOUGH)) * error;
  const most = Math.max(size * 1.1, (bar + 2.4) * error);
  const [x, y] = [scaleOf([0, most], [LEFT, RIGHT]), scaleOf([0, 1], [BOTTOM, TOP])];
  const power = (of: number): number => normalTail(bar - of / error) + (twoSided ? normalTail(bar + of / error) : 0);
  const path = Array.from({ length: STEPS + 1 }, (_, i) => {
    const of = (most * i) / STEPS;
    return `${i === 0 ? 'M' : 'L'}${pixel(x(of))} ${pixel(y(power(of)))}`;
  }).join(' ');
  return {
    name: 'power',
    height: BOTTOM + 46,
    words: `${sayPercent(ENOUGH)} chance of detecting effects from ${say(enough)} on; found: ${say(size)}`,
    body: [
      textAt(16, 22, 'What effects these rows can detect', { size: 14, bold: true }),
      ...yAxis(
        SHARES,
        SHARES.map(sayPercent),
        y,
        { left: LEFT, right: RIGHT, top: TOP },
        `chance of passing the test at level ${say(level)}${twoSided ? '' : ', in the claimed direction'}`,
      ),
      `<path d="${path}" fill="none" stroke="${INK.certified}" stroke-width="2"/>`,
      `<circle cx="${pixel(x(enough))}" cy="${pixel(y(ENOUGH))}" r="4" fill="${INK.certified}"><title>${escapeXml(`${sayPercent(ENOUGH)} from ${say(enough)} on`)}</title></circle>`,
      lineFrom([x(size), TOP], [x(size), BOTTOM], INK.estimate, { dash: '4 3' }),
      beside(x(enough), y(ENOUGH) + 20, `${sayPercent(ENOUGH)} from ${say(enough)} on`, INK.certified),
      // Where the curve is not.
      beside(x(size), size < enough ? TOP + 14 : BOTTOM - 10, `found: ${say(size)}`, INK.estimate),
      ...xAxis([0, most], [LEFT, RIGHT], BOTTOM, axis),
    ],
  };
}

/** To the right of a mark, or to the left where it would leave the drawing. */
function beside(x: number, y: number, text: string, fill: string): string {
  const right = x + 10 + textWidth(text) <= RIGHT;
  return textAt(right ? x + 10 : x - 10, y, text, { fill, anchor: right ? 'start' : 'end', halo: true });
}
