import type { PrintedEstimate } from '../page/certificate-page';
import { HAIRLINE, INK, MUTED, type } from './look';
import type { Sheet } from './sheet';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** The interval as a bar on its scale, the estimate as a dot, and zero when it is near enough to matter. */
export function drawInterval(
  sheet: Sheet,
  { value, interval }: PrintedEstimate,
  color: string,
  { x, y, width }: Place,
): void {
  if (interval === null || interval.high <= interval.low) return;
  const { low, high } = interval;
  const { nearZero, at } = scaleOf(value, interval, x, width);
  const { pen } = sheet;
  pen
    .moveTo(x, y)
    .lineTo(x + width, y)
    .lineWidth(0.6)
    .lineCap('butt')
    .stroke(HAIRLINE);
  if (nearZero)
    pen
      .moveTo(at(0), y - 11)
      .lineTo(at(0), y + 8)
      .lineWidth(0.6)
      .dash(1.6, { space: 1.6 })
      .stroke(MUTED)
      .undash();
  pen.moveTo(at(low), y).lineTo(at(high), y).lineWidth(3.2).lineCap('butt').stroke(color);
  for (const end of [low, high])
    pen
      .moveTo(at(end), y - 5)
      .lineTo(at(end), y + 5)
      .lineWidth(1.1)
      .stroke(color);
  pen.circle(at(value), y, 4).lineWidth(1.4).fillAndStroke('#FFFFFF', INK);
  drawLabels(
    sheet,
    [[at(low), interval.lowText], [at(high), interval.highText], ...(nearZero ? [[at(0), '0'] as const] : [])],
    { x, y: y + 8, width },
  );
}

interface Scale {
  readonly nearZero: boolean;
  /** Where a number stands on the page. */
  readonly at: (number: number) => number;
}

/** Contains the interval and the estimate with a margin, and zero where that is within twice the interval's length. */
function scaleOf(
  value: number,
  { low, high }: { readonly low: number; readonly high: number },
  x: number,
  width: number,
): Scale {
  const span = high - low;
  const nearZero = low - span * 2 <= 0 && high + span * 2 >= 0;
  const first = Math.min(low, value, nearZero ? 0 : low) - span * 0.18;
  const last = Math.max(high, value, nearZero ? 0 : high) + span * 0.18;
  return { nearZero, at: (number) => x + ((number - first) / (last - first)) * width };
}

/** Centred below their positions; one that would touch another is left out, since the text states it too. */
function drawLabels(
  sheet: Sheet,
  labels: readonly (readonly [center: number, text: string])[],
  { x, y, width }: Place,
): void {
  const style = type('regular', 7, MUTED);
  const taken: [number, number][] = [];
  for (const [center, text] of labels) {
    const line = sheet.typesetter.line(text, style);
    const left = Math.min(Math.max(center - line.width / 2, x), x + width - line.width);
    const right = left + line.width;
    if (taken.some(([from, to]) => left < to + 3 && right > from - 3)) continue;
    taken.push([left, right]);
    sheet.line(line, style, left, y);
  }
}
