import type { ChartWidget } from '@svc/contracts';
import { type Box, COLORS, fitEnds, fitText, FONT, INK, plainLine, textWidth } from '@svc/svg';
import type {
  EChartsOption,
  GridComponentOption,
  SeriesOption,
  XAXisComponentOption,
  YAXisComponentOption,
} from 'echarts';
import type { ChartData, ChartSeries } from './chart-data';
import { shapeAt } from './legend-entry';
import { extentOf, tickText } from './number-ticks';
import { timeTicks, type TimeTicks } from './time-ticks';

/** Points that are drawn one by one; more of them are a line. */
const MAX_SYMBOLS = 60;
const LABEL = { color: INK.quiet, fontFamily: FONT, fontSize: 11 } as const;
/** Part of the width that the names of lying bars may have. */
const MAX_HORIZONTAL_LABEL_SHARE = 0.35;
/** Room for the numbers beside standing bars, about. */
const BESIDE = 44;
/** Height of the numbers under lying bars. */
const VALUE_AXIS = 36;
/** Room that a moment or number along x wants. */
const TICK = 62;
/** Names are turned far enough that none lies over the next: what each has room for, how far, and how long it may be. */
const TURNS = [
  { room: 20, rotate: 38, longest: 130 },
  { room: 13, rotate: 60, longest: 90 },
] as const;
/** The longest name where not all are written. */
const SOME = 130;

/** The drawing of a chart for ECharts: this file is the only one that knows its options. */
export function chartOption(
  { viz }: ChartWidget,
  data: ChartData,
  { width, height }: Pick<Box, 'width' | 'height'>,
): EChartsOption {
  const value = valueAxis(viz, data);
  const lying = viz.horizontal === true;
  const along =
    data.axis === 'category'
      ? categoryAxis(data.categories, lying, { width, height: height - VALUE_AXIS })
      : data.axis === 'time'
        ? timeAxis(ticksOf(data, width))
        : numberAxis(data, width);
  return {
    animation: false,
    useUTC: true,
    silent: true,
    color: [...COLORS],
    textStyle: { fontFamily: FONT },
    grid: lying
      ? lyingGrid(data.categories, width)
      : { left: 4, right: 18, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    ...(lying ? { xAxis: value, yAxis: { ...along, inverse: true } } : { xAxis: along, yAxis: value }),
    series: data.series.map((it, index) => seriesOption(it, index, viz, data, lying)),
  };
}

type Axis = XAXisComponentOption & YAXisComponentOption;

/** Where lying bars are: measured here, because ECharts makes room below for a name that it takes for too low, and half of the tile stays empty. */
function lyingGrid(
  categories: readonly string[],
  width: number,
): Pick<GridComponentOption, 'left' | 'right' | 'top' | 'bottom' | 'outerBoundsMode'> {
  const longest = Math.max(
    0,
    ...categories.map((it) => Math.min(width * MAX_HORIZONTAL_LABEL_SHARE, textWidth(it, LABEL.fontSize))),
  );
  return { left: longest + 14, right: 26, top: 8, bottom: VALUE_AXIS - 8, outerBoundsMode: 'none' };
}

/** The moments named along x. */
export function ticksOf(data: ChartData, width: number): TimeTicks {
  const [low, high] = alongOf(data);
  return timeTicks(low, high, Math.max(3, Math.floor(width / TICK)));
}

function alongOf({ series }: ChartData): readonly [number, number] {
  const places = series.flatMap(({ points }) => points.map(([x]) => x));
  return places.reduce(
    ([low, high]: readonly [number, number], it) => [Math.min(low, it), Math.max(high, it)] as const,
    [places[0] ?? 0, places[0] ?? 0] as const,
  );
}

function valueAxis({ encoding, mark, stacked = false }: ChartWidget['viz'], data: ChartData): Axis {
  const scale = mark === 'line' || mark === 'point';
  const text = tickText(encoding?.y?.format ?? { style: 'compact' }, extentOf(data, { stacked, fromZero: !scale }));
  return {
    type: 'value',
    scale,
    splitNumber: 4,
    axisLabel: { ...LABEL, formatter: text, hideOverlap: true },
    splitLine: { lineStyle: { color: INK.faint } },
  };
}

function timeAxis({ moments, text }: TimeTicks): Axis {
  const customValues = [...moments];
  return {
    type: 'time',
    axisLabel: { ...LABEL, customValues, formatter: text, hideOverlap: true },
    axisTick: { customValues },
    axisLine: { lineStyle: { color: INK.quiet } },
    splitLine: { show: false },
  };
}

function numberAxis(data: ChartData, width: number): Axis {
  const text = tickText({ style: 'number' }, alongOf(data));
  // A year is no thousand and so many.
  const formatter = (value: number): string =>
    Number.isInteger(value) && value >= 1000 && value < 10_000 ? String(value) : text(value);
  return {
    type: 'value',
    scale: true,
    splitNumber: Math.max(2, Math.floor(width / TICK)),
    axisLabel: { ...LABEL, formatter, hideOverlap: true },
    axisLine: { lineStyle: { color: INK.quiet } },
    splitLine: { show: false },
  };
}

/** Names that do not fit beside each other are turned, while that helps; lying bars have their names at the left, each where a line has room. */
function categoryAxis(
  categories: readonly string[],
  lying: boolean,
  { width, height }: Pick<Box, 'width' | 'height'>,
): Axis {
  const room = (lying ? height : width - BESIDE) / Math.max(1, categories.length);
  const wide = !lying && categories.some((it) => textWidth(it, LABEL.fontSize) > room - 6);
  const turn = wide ? TURNS.find((it) => room >= it.room) : undefined;
  const longest = turn?.longest ?? (lying ? width * MAX_HORIZONTAL_LABEL_SHARE : Math.max(room, SOME));
  const begun = new Set(categories.map((it) => fitText(it, longest, LABEL.fontSize)));
  const shown = (name: string): string =>
    (begun.size < categories.length ? fitEnds : fitText)(name, longest, LABEL.fontSize);
  const wanted = lying
    ? LABEL.fontSize
    : wide && turn === undefined
      ? Math.max(...categories.map((it) => textWidth(shown(it), LABEL.fontSize))) + 12
      : 0;
  return {
    type: 'category',
    data: categories.map(plainLine),
    axisTick: { show: false },
    axisLine: { lineStyle: { color: INK.quiet } },
    axisLabel: {
      ...LABEL,
      formatter: shown,
      interval: Math.max(0, Math.ceil(wanted / room) - 1),
      ...(turn === undefined ? {} : { rotate: turn.rotate }),
      // The last of the names that are written would leave the tile.
      ...(wide && turn === undefined ? { alignMaxLabel: 'right' as const } : {}),
    },
  };
}

function seriesOption(
  { name, points }: ChartSeries,
  index: number,
  viz: ChartWidget['viz'],
  { axis, categories }: ChartData,
  lying: boolean,
): SeriesOption {
  const shape = shapeAt(index);
  const values =
    axis === 'category' ? inPlaces(points, categories.length) : points.map(([x, y]): Value[] => [x, y ?? '-']);
  const shown = {
    name: plainLine(name),
    data: values,
    silent: true,
    emphasis: { disabled: true },
    ...(viz.stacked === true ? { stack: 'all' } : {}),
  };
  if (viz.mark === 'bar') return { ...shown, type: 'bar', barMaxWidth: lying ? 22 : 48 };
  if (viz.mark === 'point') return { ...shown, type: 'scatter', symbol: shape, symbolSize: 7 };
  const alone =
    points.length <= MAX_SYMBOLS
      ? values
      : values.map((value, at) => (isAlone(values, at) ? value : { value, symbol: 'none' }));
  return {
    ...shown,
    data: alone,
    type: 'line',
    symbol: shape,
    symbolSize: 6,
    showSymbol: true,
    showAllSymbol: true,
    connectNulls: false,
    lineStyle: { width: 2 },
    ...(viz.mark === 'area' ? { areaStyle: { opacity: 0.25 } } : {}),
  };
}

type Value = number | '-';

/** A value without neighbours has no line, and without its point would not be there. */
function isAlone(values: readonly (Value | readonly Value[])[], at: number): boolean {
  const isThere = (index: number): boolean => {
    const value = values[index];
    return value !== undefined && (typeof value === 'object' ? value[1] : value) !== '-';
  };
  return isThere(at) && !isThere(at - 1) && !isThere(at + 1);
}

/** ECharts reads "-" as "no value here". */
function inPlaces(points: ChartSeries['points'], length: number): Value[] {
  const at = new Map(points);
  return Array.from({ length }, (_, index) => at.get(index) ?? '-');
}
