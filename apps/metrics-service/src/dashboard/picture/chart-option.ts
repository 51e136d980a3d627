import type { ChartWidget, NumberFormat } from '@svc/contracts';
import type { EChartsOption, SeriesOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import type { ChartData, ChartSeries } from './chart-data';
import { COLORS, INK } from './ink';
import { shapeAt } from './legend';
import { type Box, fitText, FONT, plainLine, textWidth } from './svg';
import { momentLabel, numberText } from './value-text';

/** Points that are drawn one by one; more of them are a line. */
const MOST_SYMBOLS = 60;
const LABEL = { color: INK.quiet, fontFamily: FONT, fontSize: 11 } as const;
const ROTATED = 38;
/** Part of the width that the names of lying bars may have. */
const LONGEST_LYING = 0.35;
/** Height of the numbers under lying bars. */
const VALUE_AXIS = 36;
/** Room that a moment or number along x wants. */
const TICK = 90;

/** The drawing of a chart for ECharts: this file is the only one that knows its options. */
export function chartOption({ viz }: ChartWidget, data: ChartData, { width, height }: Pick<Box, 'width' | 'height'>): EChartsOption {
  const value = valueAxis(viz.encoding?.y?.format, viz.mark);
  const lying = viz.horizontal === true;
  const along = data.axis === 'category' ? categoryAxis(data.categories, lying, { width, height: height - VALUE_AXIS }) : placeAxis(data.axis, width);
  return {
    animation: false, useUTC: true, silent: true, color: [...COLORS], textStyle: { fontFamily: FONT },
    // Letters may be drawn wider than they were measured; at the left that would leave the tile.
    grid: { left: lying ? 4 + LONGEST_LYING * width * 0.12 : 4, right: 18, top: 8, bottom: 4, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    ...(lying ? { xAxis: value, yAxis: { ...along, inverse: true } } : { xAxis: along, yAxis: value }),
    series: data.series.map((it, index) => seriesOption(it, index, viz, data, lying)),
  };
}

type Axis = XAXisComponentOption & YAXisComponentOption;

function valueAxis(format: NumberFormat | undefined, mark: ChartWidget['viz']['mark']): Axis {
  // The unit stands in the title, once.
  const { unit: _, ...plain } = format ?? { style: 'compact' as const };
  return {
    type: 'value', scale: mark === 'line' || mark === 'point', splitNumber: 4,
    axisLabel: { ...LABEL, formatter: (value: number) => numberText(value, plain), hideOverlap: true }, splitLine: { lineStyle: { color: INK.faint } },
  };
}

function placeAxis(axis: 'time' | 'number', width: number): Axis {
  const line = { splitNumber: Math.max(2, Math.floor(width / TICK)), axisLine: { lineStyle: { color: INK.quiet } }, splitLine: { show: false } };
  if (axis === 'time') return { type: 'time', axisLabel: { ...LABEL, formatter: momentLabel, hideOverlap: true }, ...line };
  return { type: 'value', scale: true, axisLabel: { ...LABEL, formatter: (value: number) => numberText(value), hideOverlap: true }, ...line };
}

/** Names that do not fit beside each other are turned; lying bars have their names at the left, each where a line has room. */
function categoryAxis(categories: readonly string[], lying: boolean, { width, height }: Pick<Box, 'width' | 'height'>): Axis {
  const room = width / Math.max(1, categories.length);
  const turned = !lying && categories.length <= 40 && categories.some((it) => textWidth(it, LABEL.fontSize) > room - 6);
  const all = turned || (lying && height / Math.max(1, categories.length) >= LABEL.fontSize);
  const longest = lying ? width * LONGEST_LYING : turned ? 130 : Math.max(room * 3, 60);
  return {
    type: 'category', data: categories.map(plainLine), axisTick: { show: false }, axisLine: { lineStyle: { color: INK.quiet } },
    axisLabel: {
      ...LABEL, formatter: (name: string) => fitText(name, longest, LABEL.fontSize), hideOverlap: !all, ...(all ? { interval: 0 } : {}), ...(turned ? { rotate: ROTATED } : {}),
    },
  };
}

function seriesOption({ name, points }: ChartSeries, index: number, viz: ChartWidget['viz'], { axis, categories }: ChartData, lying: boolean): SeriesOption {
  const shape = shapeAt(index);
  const values = axis === 'category' ? inPlaces(points, categories.length) : points.map(([x, y]) => [x, y ?? '-']);
  const shown = { name: plainLine(name), data: values, silent: true, emphasis: { disabled: true }, ...(viz.stacked === true ? { stack: 'all' } : {}) };
  if (viz.mark === 'bar') return { ...shown, type: 'bar', barMaxWidth: lying ? 22 : 48 };
  if (viz.mark === 'point') return { ...shown, type: 'scatter', symbol: shape, symbolSize: 7 };
  const symbols = points.length <= MOST_SYMBOLS;
  return { ...shown, type: 'line', symbol: shape, symbolSize: 6, showSymbol: symbols, connectNulls: false, lineStyle: { width: 2 }, ...(viz.mark === 'area' ? { areaStyle: { opacity: 0.25 } } : {}) };
}

/** ECharts reads "-" as "no value here". */
function inPlaces(points: ChartSeries['points'], length: number): (number | '-')[] {
  const at = new Map(points);
  return Array.from({ length }, (_, index) => at.get(index) ?? '-');
}
