import type { ChartWidget } from '@svc/contracts';
import { init } from 'echarts';
import { chartData, type ChartData, type ShownRows } from './chart-data';
import { chartOption, COLORS, SHAPES } from './chart-option';
import { plainSvg } from './plain-svg';
import { type Box, INK, placed, rectangle, textAt, textWidth } from './svg';
import { words } from './words-picture';

const LINE = 16;
const SMALL = 11;

/** A chart with its axis titles and the names of its colours. */
export function chartPicture(widget: ChartWidget, answer: ShownRows, box: Box): string[] {
  const data = chartData(widget, answer);
  if (typeof data === 'string') return words(box, ['Cannot be drawn', data]);
  const { unit } = widget.viz.encoding?.y?.format ?? {};
  const legend = data.series.length > 1 || data.series[0]?.name !== '' ? legendLines(data.series.map((it) => it.name), box.width) : [];
  const [yTitle, xTitle] = [unit === undefined ? data.yTitle : `${data.yTitle}, ${unit}`, data.xTitle];
  const [upper, lower] = widget.viz.horizontal === true ? [xTitle, yTitle] : [yTitle, xTitle];
  const top = box.y + LINE + legend.length * LINE;
  const bottom = box.y + box.height - (lower === '' ? 0 : LINE);
  const notes = data.notes.join(', ');
  return [
    textAt(box.x, box.y + 11, upper, { size: SMALL, fill: INK.quiet, width: box.width - textWidth(notes, SMALL) - 12 }),
    ...(notes === '' ? [] : [textAt(box.x + box.width, box.y + 11, notes, { size: SMALL, fill: INK.doubt, anchor: 'end' })]),
    ...legend.map((parts, index) => placed(box.x, box.y + LINE * (index + 1), parts)),
    placed(box.x, top, [drawing(widget, data, { ...box, height: bottom - top })]),
    ...(lower === '' ? [] : [textAt(box.x + box.width / 2, box.y + box.height - 3, lower, { size: SMALL, fill: INK.quiet, anchor: 'middle', width: box.width })]),
  ];
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

const MOST_LINES = 2;
const ENTRY = 180;

/** Names beside their colour and shape, in as few lines as they need; the last says how many are not named. */
function legendLines(names: readonly string[], width: number): string[][] {
  const lines: string[][] = [[]];
  let x = 0;
  for (const [index, name] of names.entries()) {
    const shown = Math.min(ENTRY, textWidth(name, SMALL) + 26);
    if (x > 0 && x + shown > width) {
      if (lines.length === MOST_LINES) {
        lines.at(-1)?.push(textAt(Math.min(x, width), 11, `+${names.length - index}`, { size: SMALL, fill: INK.quiet, anchor: x + 24 > width ? 'end' : 'start' }));
        return lines;
      }
      lines.push([]);
      x = 0;
    }
    lines.at(-1)?.push(mark(index, x + 5, 7), textAt(x + 14, 11, name, { size: SMALL, fill: INK.quiet, width: shown - 24 }));
    x += shown;
  }
  return lines;
}

function mark(index: number, x: number, y: number): string {
  const fill = COLORS[index % COLORS.length] ?? INK.text;
  switch (SHAPES[index % SHAPES.length]) {
    case 'rect':
      return rectangle({ x: x - 4, y: y - 4, width: 8, height: 8 }, fill);
    case 'triangle':
      return `<path d="M${x} ${y - 5}l5 9h-10z" fill="${fill}"/>`;
    case 'diamond':
      return `<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z" fill="${fill}"/>`;
    default:
      return `<circle cx="${x}" cy="${y}" r="4.5" fill="${fill}"/>`;
  }
}
