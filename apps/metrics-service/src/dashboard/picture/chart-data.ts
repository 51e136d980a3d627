import type { ChartWidget, Column, Json, RowSet } from '@svc/contracts';
import { cellText, isNumberColumn, isTimeColumn, momentOf, numberOf } from './value-text';

/** Values along one axis, ready to draw. */
export interface ChartData {
  /** `time` and `number` have places between the values, `category` has none. */
  readonly axis: 'time' | 'number' | 'category';
  readonly xTitle: string;
  readonly yTitle: string;
  /** In order; of a category axis the texts at it, each once. */
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** What of the answer is not drawn, in words. */
  readonly notes: readonly string[];
}

export interface ChartSeries {
  readonly name: string;
  /** x is a position in `categories`, a number, or milliseconds; y null where there is no value. */
  readonly points: readonly (readonly [number, number | null])[];
}

/** As many as a reader can tell apart. */
const MOST_SERIES = 8;
const MOST_CATEGORIES = 200;

/** The rows of an answer that is drawn. */
export type ShownRows = Pick<RowSet, 'columns' | 'rows' | 'truncated'>;

/** What a chart draws, or a sentence that says why it cannot. */
export function chartData({ viz, bind }: ChartWidget, { columns, rows, truncated }: ShownRows): ChartData | string {
  const named = (field: string | undefined): number | null | string => {
    if (field === undefined) return null;
    const index = columns.findIndex((it) => it.name === field);
    return index < 0 ? `The answer has no column "${field}"; it has ${columns.map((it) => `"${it.name}"`).join(', ')}.` : index;
  };
  const [x, y, color] = [named(viz.encoding?.x?.field), named(viz.encoding?.y?.field), named(viz.encoding?.color?.field)];
  for (const it of [x, y, color]) if (typeof it === 'string') return it;
  if (columns.length < 2) return 'A chart wants two columns: one along x, one along y.';
  const at = (chosen: number | null | string, otherwise: number): number => (typeof chosen === 'number' ? chosen : otherwise);
  const [xAt, yAt] = [at(x, 0), at(y, columns.length - 1)];
  const [xColumn, yColumn] = [columns[xAt], columns[yAt]];
  if (xColumn === undefined || yColumn === undefined || xAt === yAt) return 'A chart wants two columns: one along x, one along y.';
  if (!isNumberColumn(yColumn)) return `"${yColumn.name}" is a ${yColumn.type}; along y stand numbers.`;
  const between = columns.map((_, index) => index).filter((it) => it !== xAt && it !== yAt);
  const colors = typeof color === 'number' ? [color] : between;
  const axis = axisOf(xColumn, viz);
  const cells = rows.map((row) => ({ x: row[xAt], y: numberOf(row[yAt]), series: colors.map((it) => nameOf(row[it], columns[it])).join(' · ') }));
  if (axis === 'category' && haveTwins(cells)) return `Several rows stand at one place along "${xColumn.name}". Show their metric, or choose a colour that tells them apart.`;
  // Periods say themselves what they are.
  const titles = { xTitle: viz.encoding?.x?.title ?? (isTimeColumn(xColumn) ? '' : xColumn.name), yTitle: viz.encoding?.y?.title ?? yColumn.name };
  const { notes, ...shown } = drawn(cells, axis, xColumn, bind.grain);
  return { axis, ...titles, ...shown, notes: [...(truncated ? [`first ${rows.length.toLocaleString('en-US')} rows`] : []), ...notes] };
}

/** Two values for one bar: drawing either would hide the other. */
function haveTwins(cells: readonly Cell[]): boolean {
  return new Set(cells.map((it) => JSON.stringify([it.x ?? null, it.series]))).size < cells.length;
}

interface Cell {
  readonly x: Json | undefined;
  readonly y: number | null;
  readonly series: string;
}

function drawn(cells: readonly Cell[], axis: ChartData['axis'], column: Column, grain: ChartWidget['bind']['grain']): Pick<ChartData, 'categories' | 'series' | 'notes'> {
  const names = [...new Set(cells.map((it) => it.series))];
  const texts = axis === 'category' ? [...new Set(cells.map((it) => cellText(it.x, column, undefined, grain)))] : [];
  const categories = texts.slice(0, MOST_CATEGORIES);
  const places = new Map(categories.map((it, index) => [it, index]));
  const placeOf = (x: Cell['x']): number | undefined => {
    if (axis === 'category') return places.get(cellText(x, column, undefined, grain));
    return (axis === 'time' ? momentOf(x) : numberOf(x)) ?? undefined;
  };
  const series = names.slice(0, MOST_SERIES).map((name) => ({
    name,
    points: cells.filter((it) => it.series === name).flatMap(({ x, y }): [number, number | null][] => {
      const place = placeOf(x);
      return place === undefined ? [] : [[place, y]];
    }),
  }));
  const missing = axis === 'category' ? 0 : cells.filter((it) => placeOf(it.x) === undefined).length;
  return {
    categories, series: series.map(({ name, points }) => ({ name, points: points.toSorted(([left], [right]) => left - right) })),
    notes: [
      ...(names.length > MOST_SERIES ? [`${MOST_SERIES} of ${names.length} series`] : []),
      ...(texts.length > MOST_CATEGORIES ? [`${MOST_CATEGORIES} of ${texts.length} along x`] : []),
      ...(missing > 0 ? [`${missing} without a place along x`] : []),
    ],
  };
}

/** Bars stand at names, also at the names of periods; lines and points know the distance between moments. */
function axisOf(column: Column, { mark, horizontal }: ChartWidget['viz']): ChartData['axis'] {
  if (mark === 'bar' || horizontal === true) return 'category';
  if (isTimeColumn(column)) return 'time';
  return isNumberColumn(column) ? 'number' : 'category';
}

function nameOf(value: Json | undefined, column: Column | undefined): string {
  return column === undefined ? '' : cellText(value, column);
}
