import { lineFrom, pixel, rectangle, textAt } from '@svc/svg';
import type { Flow, FlowSide } from '../participants/flow';
import { attritionWords, sayCount } from '../participants/flow-words';
import { say, sayPercent } from '../words/number-words';
import { rangeOf, scaleOf, xAxis } from './axis';
import { INK, type Panel, WIDTH } from './panel';

const ROW = 30;
const TOP = 66;
const LEFT = 196;
const RIGHT = WIDTH - 230;
const MAX_SIDES = 8;
const COLOURS = { analysed: INK.certified, missing: INK.estimate, other: '#b4bcc6' };

/** How many rows of each side have no outcome, and what these could hide; null where none are missing. */
export function drawAttrition(flow: Flow): Panel | null {
  const words = attritionWords(flow);
  if (words === null) return null;
  const sides = flow.sides.slice(0, MAX_SIDES);
  const bottom = TOP + sides.length * ROW;
  const bounds = drawBounds(flow.bounds, bottom + 14);
  return {
    name: 'attrition',
    height: bottom + bounds.height + 14,
    words,
    body: [
      textAt(16, 22, 'Missing outcomes on each side', { size: 14, bold: true }),
      ...legend(),
      ...sides.flatMap((side, i) => drawSide(side, flow.by, TOP + i * ROW)),
      ...bounds.body,
    ],
  };
}

function legend(): string[] {
  const entries = [
    ['analysed', COLOURS.analysed, LEFT],
    ['outcome missing', COLOURS.missing, LEFT + 100],
    ['another value missing', COLOURS.other, LEFT + 236],
  ] as const;
  return entries.flatMap(([text, colour, x]) => {
    return [rectangle({ x, y: 36, width: 11, height: 11 }, colour), textAt(x + 17, 46, text, { fill: INK.quiet })];
  });
}

function drawSide({ label, rows, missing, analysed }: FlowSide, by: string | null, y: number): string[] {
  const parts = [
    [analysed, COLOURS.analysed],
    [missing, COLOURS.missing],
    [Math.max(0, rows - analysed - missing), COLOURS.other],
  ] as const;
  const scale = (RIGHT - LEFT) / Math.max(1, rows);
  let x = LEFT;
  const bars = parts.map(([count, colour]) => {
    const bar = rectangle({ x, y, width: count * scale, height: 16 }, colour);
    x += count * scale;
    return bar;
  });
  const share = `${sayCount(missing)} of ${sayCount(rows)} missing (${sayPercent(missing / Math.max(1, rows))})`;
  return [
    textAt(LEFT - 14, y + 12, `${by ?? ''} ${label}`.trim(), { anchor: 'end', width: LEFT - 30 }),
    ...bars,
    textAt(RIGHT + 14, y + 12, share, { fill: INK.quiet, width: WIDTH - RIGHT - 20 }),
  ];
}

function drawBounds(bounds: Flow['bounds'], y: number): { readonly height: number; readonly body: readonly string[] } {
  if (bounds === null) return { height: 0, body: [] };
  const { low, high, method } = bounds;
  const range = rangeOf([low, high, 0]);
  const x = scaleOf(range, [LEFT, RIGHT]);
  return {
    height: 66,
    body: [
      textAt(LEFT - 14, y + 4, `${method} bounds`, { anchor: 'end', width: LEFT - 30 }),
      lineFrom([x(0), y - 10], [x(0), y + 16], INK.line, { dash: '3 3' }),
      lineFrom([x(low), y], [x(high), y], INK.certified, { width: 4 }),
      ...[low, high].map((end) => `<circle cx="${pixel(x(end))}" cy="${pixel(y)}" r="4" fill="${INK.certified}"/>`),
      textAt(RIGHT + 14, y + 4, `${say(low)}…${say(high)}`, { fill: INK.quiet, width: WIDTH - RIGHT - 20 }),
      ...xAxis(range, [LEFT, RIGHT], y + 16, 'unadjusted difference, whatever the missing outcomes were'),
    ],
  };
}
