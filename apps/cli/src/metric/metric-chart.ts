import type { MetricAnswer } from '@svc/contracts';
import { barChart, sparkline } from '../terminal/bar-chart';
import { alignOf, roundedText } from '../terminal/cell-text';
import { printableLine } from '../terminal/printable';
import { cut, widthOf } from '../terminal/text-width';
import type { Colors } from '../terminal/terminal';

const MAX_BARS = 60;
const MAX_SERIES = 12;

type Shown = Pick<MetricAnswer, 'columns' | 'rows'>;

/** A chart of an answer: over time bars for one series and a line each for a few, else bars for one group. Null where a chart would show nothing. */
export function chartOf(answer: Shown, width: number, colors: Colors): string | null {
  const time = answer.columns.findIndex((it) => it.type === 'date' || it.type.startsWith('timestamp'));
  const value = answer.columns.length - 1;
  if (time === value || answer.rows.length < 2) return null;
  return time < 0 ? groupChart(answer, width, colors) : timeChart(answer, time, width, colors);
}

function groupChart({ columns, rows }: Shown, width: number, colors: Colors): string | null {
  const value = columns[1];
  if (columns.length !== 2 || rows.length > MAX_BARS || value === undefined || alignOf(value.type) !== 'right')
    return null;
  const bars = rows.map((row) => ({ label: textOf(row[0]), value: toNumber(row[1]) }));
  return barChart(bars, width, colors, value.type);
}

function timeChart(answer: Shown, time: number, width: number, colors: Colors): string | null {
  const value = answer.columns.length - 1;
  const type = answer.columns[value]?.type;
  const points = answer.rows
    .filter((row) => row[time] !== null)
    .map((row) => ({
      time: textOf(row[time]),
      series: row
        .filter((_, index) => index !== time && index !== value)
        .map(textOf)
        .join(' · '),
      value: toNumber(row[value]),
    }));
  const names = [...new Set(points.map((it) => it.series))];
  const times = [...new Set(points.map((it) => it.time))].sort();
  if (times.length < 2 || times.length > MAX_BARS || names.length > MAX_SERIES) return null;
  if (names.length === 1)
    return barChart(
      points.map((it) => ({ label: shortLabel(it.time), value: it.value })),
      width,
      colors,
      type,
    );
  return names
    .map((name) =>
      seriesLine(
        name,
        times.map((at) => points.find((it) => it.series === name && it.time === at)?.value ?? null),
        names,
        colors,
        type,
      ),
    )
    .join('');
}

function seriesLine(
  name: string,
  values: readonly (number | null)[],
  names: readonly string[],
  colors: Colors,
  type: string | undefined,
): string {
  const known = values.filter((it) => it !== null);
  const width = Math.min(30, Math.max(...names.map((it) => widthOf(printableLine(it)))));
  const label = cut(printableLine(name), width);
  const range =
    known.length === 0 ? '' : `${roundedText(Math.min(...known), type)} … ${roundedText(Math.max(...known), type)}`;
  return `${label}${' '.repeat(Math.max(0, width - widthOf(label)))}  ${colors.cyan(sparkline(values))}  ${colors.dim(range)}\n`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Decimals and large integers travel as text. */
function toNumber(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function shortLabel(time: string): string {
  return time.replace(/[ T]00:00:00$/, '');
}
