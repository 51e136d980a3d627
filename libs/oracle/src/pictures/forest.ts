import { escapeXml, lineFrom, pixel, textAt } from '@svc/svg';
import type { Interval } from '../statistics/distribution/contrast';
import { say, sayPercent } from '../words/number-words';
import { rangeOf, scaleOf, xAxis } from './axis';
import { INK, type Panel, WIDTH } from './panel';

/** One estimate of the same quantity. */
export interface ForestRow {
  readonly label: string;
  readonly value: number;
  readonly interval: Interval | null;
  /** The one of the attestation. */
  readonly primary: boolean;
}

/** A value that the estimates are compared with. */
export interface Reference {
  readonly value: number;
  readonly label: string;
}

const ROW = 26;
const TOP = 56;
const LEFT = 216;
const RIGHT = WIDTH - 212;

/**
 * Estimates under each adjustment, one line each with its numbers, compared with a value: the picture of confounding.
 */
export function drawForest(axis: string, rows: readonly ForestRow[], references: readonly Reference[]): Panel {
  const range = rangeOf([
    ...references.map(({ value }) => value),
    ...rows.flatMap(({ value, interval }) => [value, interval?.low ?? value, interval?.high ?? value]),
  ]);
  const x = scaleOf(range, [LEFT, RIGHT]);
  const bottom = TOP + rows.length * ROW + 8;
  return {
    name: 'forest',
    height: bottom + 46,
    words: rows.map((row) => `${row.label}: ${numbersOf(row)}`).join('; '),
    body: [
      textAt(
        16,
        22,
        rows.length === 1 ? 'The estimate' : 'The estimate under each adjustment; the judged one is bold',
        {
          size: 14,
          bold: true,
        },
      ),
      ...references.flatMap(({ value, label }, i) => [
        lineFrom([x(value), TOP - 6], [x(value), bottom], INK.line, { dash: '3 3' }),
        // Two stand on either side of what is between them.
        textAt(x(value), TOP - 12, label, {
          fill: INK.quiet,
          anchor: references.length === 1 ? 'middle' : i === 0 ? 'end' : 'start',
          width: 160,
        }),
      ]),
      textAt(RIGHT + 14, 22, levelsOf(rows), { fill: INK.quiet }),
      ...rows.flatMap((row, i) => drawRow(row, TOP + i * ROW + ROW / 2, x)),
      ...xAxis(range, [LEFT, RIGHT], bottom, axis),
    ],
  };
}

/** `95% interval`: said once, not on each line. */
function levelsOf(rows: readonly ForestRow[]): string {
  const levels = new Set(rows.flatMap(({ interval }) => (interval === null ? [] : [sayPercent(interval.level)])));
  return levels.size === 0 ? '' : `${[...levels].join(' or ')} interval`;
}

function numbersOf({ value, interval }: Pick<ForestRow, 'value' | 'interval'>): string {
  return interval === null ? say(value) : `${say(value)} (${say(interval.low)}…${say(interval.high)})`;
}

function drawRow({ label, value, interval, primary }: ForestRow, y: number, x: (value: number) => number): string[] {
  const colour = primary ? INK.certified : INK.other;
  const said = numbersOf({ value, interval });
  return [
    textAt(LEFT - 14, y + 4, label, { fill: colour, anchor: 'end', bold: primary, width: LEFT - 30 }),
    ...(interval === null ? [] : [lineFrom([x(interval.low), y], [x(interval.high), y], colour, { width: 2 })]),
    `<circle cx="${pixel(x(value))}" cy="${pixel(y)}" r="${primary ? 5 : 4}" fill="${colour}"><title>${escapeXml(`${label}: ${said}`)}</title></circle>`,
    textAt(RIGHT + 14, y + 4, said, { fill: colour, width: WIDTH - RIGHT - 20 }),
  ];
}
