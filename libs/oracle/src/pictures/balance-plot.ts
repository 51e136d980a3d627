import { escapeXml, lineFrom, pixel, rectangle, textAt } from '@svc/svg';
import type { Sides } from '../claim/direction';
import { BALANCED, type Balance } from '../participants/flow';
import { balanceWords, sayStandard } from '../participants/flow-words';
import { type Scale, scaleOf, xAxis } from './axis';
import { INK, type Panel, WIDTH } from './panel';

const ROW = 22;
const TOP = 74;
const LEFT = 236;
const RIGHT = WIDTH - 150;
/** The axis shows the band with room on both sides. */
const MIN_REACH = 0.25;

/** How far the sides differ in each column before (open) and after (filled) adjustment: a Love plot. */
export function drawBalance(balance: readonly Balance[], sides: Sides | null): Panel {
  const reach =
    1.08 * Math.max(MIN_REACH, ...balance.flatMap(({ before, after }) => [Math.abs(before), Math.abs(after)]));
  const x = scaleOf([-reach, reach], [LEFT, RIGHT]);
  const bottom = TOP + balance.length * ROW + 6;
  const band = { x: x(-BALANCED), y: TOP - 4, width: x(BALANCED) - x(-BALANCED), height: bottom - TOP + 4 };
  const measure =
    sides === null ? 'correlation with x' : `standardised difference, ${sides.subject} − ${sides.reference}`;
  const isAdjusted = balance.some(({ adjusted }) => adjusted);
  return {
    name: 'balance',
    height: bottom + 46,
    words: balanceWords(balance) ?? '',
    body: [
      textAt(16, 22, isAdjusted ? 'Balance before and after adjustment' : 'Balance; nothing was adjusted for', {
        size: 14,
        bold: true,
      }),
      ...legend(isAdjusted),
      rectangle(band, INK.faint),
      lineFrom([x(0), TOP - 4], [x(0), bottom], INK.line),
      textAt(x(BALANCED) + 4, TOP - 8, `±${BALANCED}`, { fill: INK.quiet }),
      textAt(RIGHT + 14, TOP - 8, isAdjusted ? 'before → after' : 'difference', { fill: INK.quiet }),
      ...balance.flatMap((line, i) => drawLine(line, TOP + i * ROW + ROW / 2, x, isAdjusted)),
      ...xAxis([-reach, reach], [LEFT, RIGHT], bottom, measure),
    ],
  };
}

function legend(isAdjusted: boolean): string[] {
  if (!isAdjusted) return [];
  return [
    mark(LEFT + 6, 38, false),
    textAt(LEFT + 18, 42, 'before', { fill: INK.quiet }),
    mark(LEFT + 86, 38, true),
    textAt(LEFT + 98, 42, 'after, as the estimate weighs its rows', { fill: INK.quiet }),
  ];
}

function mark(x: number, y: number, isFilled: boolean): string {
  return `<circle cx="${pixel(x)}" cy="${pixel(y)}" r="4.5" fill="${isFilled ? INK.certified : '#ffffff'}" stroke="${INK.certified}" stroke-width="1.5"/>`;
}

function drawLine({ column, before, after, adjusted }: Balance, y: number, x: Scale, isAdjusted: boolean): string[] {
  const said = isAdjusted ? `${sayStandard(before)} → ${sayStandard(after)}` : sayStandard(before);
  const from = pixel(x(before));
  return [
    textAt(LEFT - 14, y + 4, column, { anchor: 'end', bold: adjusted, width: LEFT - 30 }),
    ...(isAdjusted ? [lineFrom([x(before), y], [x(after), y], INK.line)] : []),
    `<g><title>${escapeXml(`${column}: ${said}`)}</title>`,
    `<circle cx="${from}" cy="${pixel(y)}" r="4.5" fill="#ffffff" stroke="${INK.certified}" stroke-width="1.5"/>`,
    ...(isAdjusted ? [mark(x(after), y, true)] : []),
    '</g>',
    textAt(RIGHT + 14, y + 4, said, { fill: INK.quiet, width: WIDTH - RIGHT - 20 }),
  ];
}
