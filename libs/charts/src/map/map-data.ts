import type { Column, Json, MapWidget, NumberFormat } from '@svc/contracts';
import { COLORS } from '@svc/svg';
import { cellText, numberText } from '../cell/cell-text';
import { isNumberColumn, numberOf } from '../cell/cell-value';
import type { ShownRows } from '../chart/chart-data';
import { type Country, countryCode } from './country-outlines';
import { type LegendEntry, shapeAt } from '../chart/legend-entry';
import { stepsOf } from './steps';

/** Where a circle stands, in degrees, its radius in pixels, and its entry in the legend. */
export interface MapPoint {
  readonly longitude: number;
  readonly latitude: number;
  readonly radius: number;
  readonly entry: number;
}

/** What a map draws. */
export interface MapData {
  readonly legend: readonly LegendEntry[];
  /** Large ones first, so that none hides another whole. */
  readonly points: readonly MapPoint[];
  /** By the number of the country, its entry in the legend. */
  readonly regions: ReadonlyMap<string, number>;
  /** What the colours say; empty when they say nothing. */
  readonly title: string;
  /** What the areas say; empty when they say nothing. */
  readonly area: string;
  /** What of the answer is not drawn, in words. */
  readonly notes: readonly string[];
}

/** More in one tile are a blot, and each is a shape to draw. */
const MAX_POINTS = 1000;
const MAX_NAMES = COLORS.length;
const PLAIN_RADIUS = 4.5;
const MIN_RADIUS = 2.5;
const MAX_RADIUS = 15;

type PointMap = Extract<MapWidget['viz'], { mark: 'point' }>;
type RegionMap = Extract<MapWidget['viz'], { mark: 'region' }>;
type Channel = PointMap['encoding']['color'];

/** A column of the answer with its cells. */
interface Field {
  readonly column: Column;
  readonly cells: readonly (Json | undefined)[];
}

/** What a map draws, or a sentence that says why it cannot. A region is one of `countries`. */
export function mapData({ viz }: MapWidget, answer: ShownRows, countries: readonly Country[]): MapData | string {
  return viz.mark === 'point' ? pointData(viz, answer) : regionData(viz, answer, countries);
}

function fieldOf(
  { columns, rows }: ShownRows,
  channel: NonNullable<Channel>,
  numbers: 'numbers' | 'anything',
): Field | string {
  const at = columns.findIndex((it) => it.name === channel.field);
  const column = columns[at];
  if (column === undefined)
    return `The answer has no column "${channel.field}"; it has ${columns.map((it) => `"${it.name}"`).join(', ')}.`;
  if (numbers === 'numbers' && !isNumberColumn(column))
    return `"${column.name}" is a ${column.type}, and must be a number.`;
  return { column, cells: rows.map((row) => row[at]) };
}

function pointData({ encoding: { longitude, latitude, size, color } }: PointMap, answer: ShownRows): MapData | string {
  const [east, north] = [fieldOf(answer, longitude, 'numbers'), fieldOf(answer, latitude, 'numbers')];
  const area = size === undefined ? null : fieldOf(answer, size, 'numbers');
  const hue = color === undefined ? null : fieldOf(answer, color, 'anything');
  if (typeof east === 'string') return east;
  if (typeof north === 'string') return north;
  if (typeof area === 'string') return area;
  if (typeof hue === 'string') return hue;
  const all = answer.rows.flatMap((_, row) => {
    const place = placeOf(east.cells[row], north.cells[row]);
    return place === null ? [] : [{ ...place, row }];
  });
  const placed = all.slice(0, MAX_POINTS);
  const rows = placed.map((it) => it.row);
  const colours = coloursOf(hue, color, rows, area !== null);
  const { largest, unsized, radii } = sizesOf(area, rows);
  const points = placed.flatMap(({ row, ...place }, index): MapPoint[] => {
    const entry = colours.entryOf(row);
    return entry === null ? [] : [{ ...place, radius: radii[index] ?? PLAIN_RADIUS, entry }];
  });
  return {
    legend: colours.legend,
    points: points.toSorted((left, right) => right.radius - left.radius),
    regions: new Map(),
    title: color === undefined ? '' : titleOf(color),
    area:
      size === undefined ? '' : `Area: ${size.title ?? size.field}, the largest ${numberText(largest, size.format)}`,
    notes: [
      ...cutNote(answer),
      ...counted(answer.rows.length - all.length, 'without a place'),
      ...pointsNote(all.length),
      ...counted(unsized, 'without a size'),
      ...colours.notes,
    ],
  };
}

function pointsNote(places: number): readonly string[] {
  const [shown, all] = [MAX_POINTS, places].map((it) => it.toLocaleString('en-US'));
  return places > MAX_POINTS ? [`${shown} of ${all} places`] : [];
}

/** Radii of the points of these rows; `unsized` have no size, or none above zero. Areas are compared, not radii. */
function sizesOf(
  area: Field | null,
  rows: readonly number[],
): { readonly largest: number; readonly unsized: number; readonly radii: readonly number[] } {
  if (area === null) return { largest: 0, unsized: 0, radii: rows.map(() => PLAIN_RADIUS) };
  const sizes = rows.map((row) => Math.max(0, numberOf(area.cells[row]) ?? 0));
  const largest = Math.max(0, ...sizes);
  return {
    largest,
    unsized: sizes.filter((it) => it === 0).length,
    radii: sizes.map((it) => Math.max(MIN_RADIUS, MAX_RADIUS * Math.sqrt(largest === 0 ? 0 : it / largest))),
  };
}

function regionData(
  { encoding: { region, color } }: RegionMap,
  answer: ShownRows,
  countries: readonly Country[],
): MapData | string {
  const [code, value] = [fieldOf(answer, region, 'anything'), fieldOf(answer, color, 'numbers')];
  if (typeof code === 'string') return code;
  if (typeof value === 'string') return value;
  const drawn = new Set(countries.map((it) => it.code));
  const places = code.cells.map((it) => countryCode(it)).map((it) => (drawn.has(it) ? it : null));
  const known = places.flatMap((it) => it ?? []);
  if (new Set(known).size < known.length)
    return `Several rows share a region of "${code.column.name}". Show their metric by region alone, or filter them.`;
  const numbers = value.cells.map((it) => finite(it));
  const steps = stepsOf(
    numbers.flatMap((it, row) => (it === null || places[row] === null ? [] : [it])),
    unitless(color),
  );
  const regions = places.flatMap((place, row): [string, number][] => {
    const number = numbers[row] ?? null;
    return place === null || number === null ? [] : [[place, steps.at(number)]];
  });
  return {
    legend: steps.names.map((name, index) => ({ name, color: steps.colors[index] ?? '', shape: 'rect' })),
    points: [],
    regions: new Map(regions),
    title: titleOf(color),
    area: '',
    notes: [
      ...cutNote(answer),
      ...counted(places.length - known.length, 'without a place'),
      ...counted(known.length - regions.length, 'without a value'),
    ],
  };
}

interface Colours {
  readonly legend: readonly LegendEntry[];
  readonly notes: readonly string[];
  /** Of a row of the answer, its place in the legend. */
  entryOf(row: number): number | null;
}

/** What a point is coloured by: nothing, a number in steps, or a name. */
function coloursOf(hue: Field | null, channel: Channel, rows: readonly number[], sized: boolean): Colours {
  if (hue === null) return { legend: [{ name: '', color: COLORS[0], shape: 'circle' }], notes: [], entryOf: () => 0 };
  return isNumberColumn(hue.column) ? stepColours(hue, channel, rows) : nameColours(hue, rows, sized);
}

function stepColours(hue: Field, channel: Channel, rows: readonly number[]): Colours {
  const steps = stepsOf(
    rows.flatMap((row) => finite(hue.cells[row]) ?? []),
    channel === undefined ? undefined : unitless(channel),
  );
  const missing = rows.filter((row) => finite(hue.cells[row]) === null).length;
  const legend = steps.names.map((name, index): LegendEntry => ({
    name,
    color: steps.colors[index] ?? '',
    shape: 'circle',
  }));
  return {
    legend,
    notes: counted(missing, 'without a value'),
    entryOf: (row) => {
      const value = finite(hue.cells[row]);
      return value === null ? null : steps.at(value);
    },
  };
}

function nameColours(hue: Field, rows: readonly number[], sized: boolean): Colours {
  const nameOf = (row: number): string => cellText(hue.cells[row], hue.column);
  const names = [...new Set(rows.map(nameOf))];
  const places = new Map(names.slice(0, MAX_NAMES).map((name, index) => [name, index]));
  const legend = [...places.keys()].map((name, index): LegendEntry => ({
    name,
    color: COLORS[index] ?? COLORS[0],
    shape: sized ? 'circle' : shapeAt(index),
  }));
  return {
    legend,
    notes: names.length > MAX_NAMES ? [`${MAX_NAMES} of ${names.length} names`] : [],
    entryOf: (row) => places.get(nameOf(row)) ?? null,
  };
}

/** Degrees on the earth, or null: nothing is bent to fit. */
function placeOf(
  east: Json | undefined,
  north: Json | undefined,
): { readonly longitude: number; readonly latitude: number } | null {
  const [longitude, latitude] = [numberOf(east), numberOf(north)];
  if (longitude === null || latitude === null || !(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90))
    return null;
  return { longitude, latitude };
}

/** The unit stands in the title, once. */
function titleOf({ title, field, format }: NonNullable<Channel>): string {
  return format?.unit === undefined ? (title ?? field) : `${title ?? field}, ${format.unit}`;
}

function unitless({ format }: NonNullable<Channel>): NumberFormat | undefined {
  const { unit: _, ...plain } = format ?? { style: 'number' as const };
  return format === undefined ? undefined : plain;
}

function finite(value: Json | undefined): number | null {
  const number = numberOf(value);
  return number !== null && Number.isFinite(number) ? number : null;
}

function cutNote({ rows, truncated }: ShownRows): string[] {
  return truncated ? [`first ${rows.length.toLocaleString('en-US')} rows`] : [];
}

function counted(count: number, what: string): string[] {
  return count > 0 ? [`${count.toLocaleString('en-US')} ${what}`] : [];
}
