import type { Interval } from '../statistics/contrast';
import { say, sayWithInterval } from '../words/number-words';
import { document, escapeText, MARGIN, pixel, rangeOf, scaleOf, shorten, WIDTH, xAxis } from './svg';

/** One estimate of the same quantity. */
export interface ForestRow {
  readonly label: string;
  readonly value: number;
  readonly interval: Interval;
  /** The certified one. */
  readonly primary: boolean;
}

const ROW = 26;

/** Estimates under each adjustment, one line each, zero marked: the picture of confounding. */
export function drawForest(title: string, axis: string, rows: readonly ForestRow[]): string {
  const range = rangeOf([0, ...rows.flatMap(({ interval }) => [interval.low, interval.high])]);
  const x = scaleOf(range, [MARGIN.left, WIDTH - MARGIN.right]);
  const bottom = MARGIN.top + rows.length * ROW + 8;
  const zero = `<line x1="${pixel(x(0))}" x2="${pixel(x(0))}" y1="${MARGIN.top - 4}" y2="${bottom}" stroke="#bbb" stroke-dasharray="3 3"/>`;
  const lines = rows.flatMap((row, i) => drawRow(row, MARGIN.top + i * ROW + ROW / 2, x));
  return document(title, bottom + MARGIN.bottom, [zero, ...lines, ...xAxis(range, x, bottom, axis, say)]);
}

function drawRow({ label, value, interval, primary }: ForestRow, y: number, x: (value: number) => number): string[] {
  const colour = primary ? '#0b57d0' : '#5f6368';
  return [
    `<text x="${MARGIN.left - 12}" y="${y + 4}" text-anchor="end" fill="${colour}"${primary ? ' font-weight="600"' : ''}>${escapeText(shorten(label))}</text>`,
    `<line x1="${pixel(x(interval.low))}" x2="${pixel(x(interval.high))}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="2"/>`,
    `<circle cx="${pixel(x(value))}" cy="${y}" r="${primary ? 5 : 4}" fill="${colour}"><title>${escapeText(sayWithInterval(value, interval))}</title></circle>`,
  ];
}
