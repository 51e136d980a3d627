import type { ChartWidget } from '@svc/contracts';
import { init } from 'echarts';
import { chartData, type ChartData, chartOption, type ShownRows, ticksOf, shapeAt } from '@svc/charts';
import { type Box, COLORS, INK, placed, textAt, textWidth } from '@svc/svg';
import { LEGEND_LINE, legendLines } from './legend';
import { plainSvg } from './plain-svg';
import { words } from './words-picture';

const SMALL = 11;

/** A chart with its axis titles and legend. */
export function chartPicture(widget: ChartWidget, answer: ShownRows, box: Box): string[] {
  const data = chartData(widget, answer);
  if (typeof data === 'string') return words(box, ['Cannot be drawn', data]);
  const { unit } = widget.viz.encoding?.y?.format ?? {};
  const legend = legendOf(data, box.width);
  const [yTitle, xTitle] = [
    unit === undefined ? data.yTitle : `${data.yTitle}, ${unit}`,
    [data.axis === 'time' && data.xTitle === '' ? ticksOf(data, box.width).context : data.xTitle, data.clock]
      .filter((it) => it !== '')
      .join(', '),
  ];
  const [upper, lower] = widget.viz.horizontal === true ? [xTitle, yTitle] : [yTitle, xTitle];
  const top = box.y + LEGEND_LINE + legend.length * LEGEND_LINE;
  const bottom = box.y + box.height - (lower === '' ? 0 : LEGEND_LINE);
  const notes = data.notes.join(', ');
  return [
    textAt(box.x, box.y + 11, upper, { size: SMALL, fill: INK.quiet, width: box.width - textWidth(notes, SMALL) - 12 }),
    ...(notes === ''
      ? []
      : [textAt(box.x + box.width, box.y + 11, notes, { size: SMALL, fill: INK.doubt, anchor: 'end' })]),
    ...legend.map((parts, index) => placed(box.x, box.y + LEGEND_LINE * (index + 1), parts)),
    placed(box.x, top, [drawing(widget, data, { ...box, height: bottom - top })]),
    ...(lower === ''
      ? []
      : [
          textAt(box.x + box.width / 2, box.y + box.height - 3, lower, {
            size: SMALL,
            fill: INK.quiet,
            anchor: 'middle',
            width: box.width,
          }),
        ]),
  ];
}

/** None for a single series without a name. */
function legendOf({ series }: ChartData, width: number): ReturnType<typeof legendLines> {
  if (series.length <= 1 && series[0]?.name === '') return [];
  const entries = series.map(({ name }, index) => ({
    name,
    color: COLORS[index % COLORS.length] ?? INK.text,
    shape: shapeAt(index),
  }));
  return legendLines(entries, width);
}

function drawing(widget: ChartWidget, data: ChartData, box: Box): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width: box.width, height: box.height });
  try {
    chart.setOption(chartOption(widget, data, box));
    return plainSvg(chart.renderToSVGString(), widget.id);
  } finally {
    chart.dispose();
  }
}
