import type { MapWidget } from '@svc/contracts';
import { init, registerMap } from 'echarts';
import {
  type Country,
  isWide,
  MAP,
  mapData,
  type MapData,
  mapOption,
  type MapView,
  outlinesIn,
  type Place,
  type ShownRows,
  viewOf,
} from '@svc/charts';
import { type Box, INK, pixel, placed, textAt, textWidth } from '@svc/svg';
import { countryOutlines } from './world-atlas';
import { LEGEND_LINE, legendLines } from './legend';
import { plainSvg } from './plain-svg';
import { words } from './words-picture';

const SMALL = 11;

/** A map with its legend, and the number of rows that are not on it. */
export function mapPicture(widget: MapWidget, answer: ShownRows, box: Box): string[] {
  const data = mapData(widget, answer, countryOutlines('fine'));
  if (typeof data === 'string') return words(box, ['Cannot be drawn', data]);
  const notes = data.notes.join(', ');
  const head = data.title === '' && notes === '' ? 0 : LEGEND_LINE;
  const legend = data.title === '' ? [] : legendLines(data.legend, box.width);
  const top = box.y + head + legend.length * LEGEND_LINE + 2;
  const bottom = box.y + box.height - (data.area === '' ? 0 : LEGEND_LINE);
  const room = { width: box.width, height: Math.max(1, bottom - top) };
  return [
    ...(data.title === ''
      ? []
      : [
          textAt(box.x, box.y + 11, data.title, {
            size: SMALL,
            fill: INK.quiet,
            width: box.width - textWidth(notes, SMALL) - 12,
          }),
        ]),
    ...(notes === ''
      ? []
      : [
          textAt(box.x + box.width, box.y + 11, notes, {
            size: SMALL,
            fill: INK.doubt,
            anchor: 'end',
            width: box.width,
          }),
        ]),
    ...legend.map((parts, index) => placed(box.x, box.y + head + LEGEND_LINE * index, parts)),
    placed(box.x, top, [drawing(data, room, widget.id)]),
    ...(data.area === ''
      ? []
      : [textAt(box.x, box.y + box.height - 1, data.area, { size: SMALL, fill: INK.quiet, width: box.width })]),
  ];
}

function drawing(data: MapData, room: Pick<Box, 'width' | 'height'>, id: string): string {
  const view = viewOf([...data.points.map((it): Place => [it.longitude, it.latitude]), ...cornersOf(data)], room);
  registerMap(MAP, outlinesIn(outlinesFor(data, view), view));
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...room });
  try {
    chart.setOption(mapOption(data, view, room));
    return shortened(plainSvg(chart.renderToSVGString(), id));
  } finally {
    chart.dispose();
  }
}

/** The largest part of each region: islands on the other side of the earth do not move the view. */
function cornersOf({ regions }: MapData): Place[] {
  return countryOutlines('fine').flatMap(({ code, polygons: [largest] }): Place[] => {
    if (code === null || largest === undefined || !regions.has(code)) return [];
    const { west, east, south, north } = largest.bounds;
    return [
      [Math.max(-180, west), south],
      [Math.min(180, east), north],
    ];
  });
}

/** Coarse for a large area, except regions that would be too small to see. */
function outlinesFor({ regions }: MapData, view: MapView): readonly Country[] {
  if (!isWide(view)) return countryOutlines('fine');
  const coarse = countryOutlines('coarse');
  const known = new Set(coarse.map((it) => it.code));
  const small =
    regions.size === 0
      ? []
      : countryOutlines('fine').filter(({ code }) => code !== null && regions.has(code) && !known.has(code));
  return [...coarse, ...small];
}

/** Coastlines have tens of thousands of points: hundredths of a pixel are precise enough. */
function shortened(svg: string): string {
  return svg.replaceAll(/-?\d+\.\d{3,}/g, (number) => pixel(Number(number)));
}
