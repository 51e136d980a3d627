import type { ChartWidget, Column, Json, RowSet } from '@svc/contracts';
import { cellText, clockOf } from '../cell/cell-text';
import { isNumberColumn, isTimeColumn, momentOf, numberOf } from '../cell/cell-value';
import { chartColumns } from './chart-columns';

/** Values along one axis, ready to draw. */
export interface ChartData {
  /** `time` and `number` have places between the values, `category` has none. */
  readonly axis: 'time' | 'number' | 'category';
  readonly xTitle: string;
  /** The clock of moments along x, where it is not the query's. */
  readonly clock: 'UTC' | '';
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
const MAX_SERIES = 8;
const MAX_CATEGORIES = 200;

/** The rows of an answer that is drawn. */
export type ShownRows = Pick<RowSet, 'columns' | 'rows' | 'truncated'>;

/** What a chart draws, or a sentence that says why it cannot. */
export function chartData({ viz, bind }: ChartWidget, { columns, rows, truncated }: ShownRows): ChartData | string {
  const absent = [viz.encoding?.x, viz.encoding?.y, viz.encoding?.color].find(
    (it) => it !== undefined && !columns.some(({ name }) => name === it.field),
  );
  if (absent !== undefined)
    return `The answer has no column "${absent.field}"; it has ${columns.map((it) => `"${it.name}"`).join(', ')}.`;
  const chosen = chartColumns(viz, columns);
  if (chosen === null) return 'A chart needs two columns: one for x and one for y.';
  const [{ at: xAt, column: xColumn }, { at: yAt, column: yColumn }, colors] = [chosen.x, chosen.y, chosen.series];
  if (!isNumberColumn(yColumn)) return `"${yColumn.name}" is a ${yColumn.type}; the y axis needs numbers.`;
  const axis = axisOf(xColumn, viz);
  const cells = rows.map((row): Cell => ({
    x: row[xAt],
    y: numberOf(row[yAt]),
    series: seriesOf(row, colors),
    place: axis === 'time' ? momentOf(row[xAt]) : axis === 'number' ? numberOf(row[xAt]) : null,
  }));
  const problem = problemOf(cells, axis, viz, { x: xColumn.name, y: yColumn.name });
  if (problem !== null) return problem;
  // Periods say themselves what they are.
  const titles = {
    xTitle: viz.encoding?.x?.title ?? (isTimeColumn(xColumn) ? '' : xColumn.name),
    yTitle: viz.encoding?.y?.title ?? yColumn.name,
  };
  const { notes, ...shown } = drawn(cells, axis, (it) => nameOf(it, xColumn, bind.grain));
  const filled =
    viz.stacked === true && viz.mark !== 'bar' && viz.mark !== 'point'
      ? withZeros(shown, axis)
      : { series: shown.series, notes: [] };
  return {
    axis,
    ...titles,
    clock: clockOf(xColumn),
    categories: shown.categories,
    series: filled.series,
    notes: [...(truncated ? [`first ${rows.length.toLocaleString('en-US')} rows`] : []), ...notes, ...filled.notes],
  };
}

interface Named {
  /** The same for the same values and for no others. */
  readonly key: string;
  readonly text: string;
  /** What is written where two different values are written alike. */
  readonly exact: string;
}

interface Cell {
  readonly x: Json | undefined;
  readonly y: number | null;
  readonly series: Named;
  /** Null where there are categories, or no place. */
  readonly place: number | null;
}

/** The series that the values of the colour columns name. */
function seriesOf(
  row: ShownRows['rows'][number],
  colors: readonly { readonly at: number; readonly column: Column }[],
): Named {
  return {
    key: keyOf(colors.map(({ at }) => row[at])),
    text: colors.map(({ at, column }) => nameOf(row[at], column)).join(' · '),
    exact: colors.map(({ at }) => exactly(row[at])).join(' · '),
  };
}

/** Why these cells make no chart. */
function problemOf(
  cells: readonly Cell[],
  axis: ChartData['axis'],
  viz: ChartWidget['viz'],
  names: { readonly x: string; readonly y: string },
): string | null {
  if (cells.length > 0 && cells.every((it) => it.y === null)) return `"${names.y}" has no value in any row.`;
  if (axis !== 'category' && cells.length > 0 && cells.every((it) => it.place === null))
    return `No row has a value of "${names.x}".`;
  // Along numbers a line may go up and down in one place.
  const mayShareAPlace = (axis === 'number' && viz.stacked !== true) || (axis === 'time' && viz.mark === 'point');
  return haveTwins(cells, axis) && !mayShareAPlace
    ? `Several rows share a value of "${names.x}". Show their metric, or choose a colour that separates them.`
    : null;
}

/** Two values for one bar: drawing either would hide the other. */
function haveTwins(cells: readonly Cell[], axis: ChartData['axis']): boolean {
  const placed = axis === 'category' ? cells : cells.filter((it) => it.place !== null);
  return new Set(placed.map((it) => keyOf([it.place ?? it.x, it.series.key]))).size < placed.length;
}

function drawn(
  cells: readonly Cell[],
  axis: ChartData['axis'],
  nameAt: (x: Json | undefined) => string,
): Pick<ChartData, 'categories' | 'series' | 'notes'> {
  const names = distinct(cells.map((it) => it.series));
  const places =
    axis === 'category'
      ? distinct(cells.map(({ x }): Named => ({ key: keyOf([x]), text: nameAt(x), exact: exactly(x) })))
      : [];
  const at = new Map(places.slice(0, MAX_CATEGORIES).map(({ key }, index) => [key, index]));
  const series = names.slice(0, MAX_SERIES).map(({ key, text }) => ({
    name: text,
    points: cells
      .filter((it) => it.series.key === key)
      .flatMap(({ x, y, place }): [number, number | null][] => {
        const found = axis === 'category' ? at.get(keyOf([x])) : place;
        return found === undefined || found === null ? [] : [[found, y]];
      })
      .toSorted(([left], [right]) => left - right),
  }));
  const missing = axis === 'category' ? 0 : cells.filter((it) => it.place === null).length;
  return {
    categories: places.slice(0, MAX_CATEGORIES).map((it) => it.text),
    series,
    notes: [
      ...(names.length > MAX_SERIES ? [`${MAX_SERIES} of ${names.length} series`] : []),
      ...(places.length > MAX_CATEGORIES ? [`${MAX_CATEGORIES} of ${places.length} along x`] : []),
      ...(missing > 0 ? [`${missing} without a place along x`] : []),
    ],
  };
}

/** Areas on top of each other: each needs a height at every place, or those above it would stand on another place's. */
function withZeros(
  { series, categories }: Pick<ChartData, 'series' | 'categories'>,
  axis: ChartData['axis'],
): Pick<ChartData, 'series' | 'notes'> {
  const places =
    axis === 'category'
      ? categories.map((_, index) => index)
      : [...new Set(series.flatMap(({ points }) => points.map(([place]) => place)))].toSorted(
          (left, right) => left - right,
        );
  let missing = 0;
  const filled = series.map(({ name, points }): ChartSeries => {
    const known = new Map(points);
    return {
      name,
      points: places.map((place): [number, number] => {
        const y = known.get(place) ?? null;
        missing += y === null ? 1 : 0;
        return [place, y ?? 0];
      }),
    };
  });
  return { series: filled, notes: missing === 0 ? [] : [`${missing} without a value drawn as 0`] };
}

/** Each once, in order. */
function distinct(all: readonly Named[]): readonly Named[] {
  const once = [...new Map(all.map((it) => [it.key, it])).values()];
  const texts = new Map<string, number>();
  for (const { text } of once) texts.set(text, (texts.get(text) ?? 0) + 1);
  return once.map((it) => (texts.get(it.text) === 1 ? it : { ...it, text: it.exact }));
}

function keyOf(values: readonly (Json | undefined)[]): string {
  return JSON.stringify(values.map((it) => it ?? null));
}

/** Bars stand at names, also at the names of periods; lines and points know the distance between moments. */
function axisOf(column: Column, { mark, horizontal }: ChartWidget['viz']): ChartData['axis'] {
  if (mark === 'bar' || horizontal === true) return 'category';
  if (isTimeColumn(column)) return 'time';
  return isNumberColumn(column) ? 'number' : 'category';
}

/** A value as a name: a year is no thousand and so many, and nothing is a name too. */
function nameOf(value: Json | undefined, column: Column, grain?: ChartWidget['bind']['grain']): string {
  if (typeof value === 'string' && value.trim() === '') return '(empty)';
  return column.type === 'integer' && typeof value === 'number' && Math.abs(value) < 10_000
    ? String(value).replace('-', '−')
    : cellText(value, column, undefined, grain);
}

function exactly(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
