import { type Box, INK } from '@svc/svg';
import type { EChartsOption, GeoComponentOption } from 'echarts';
import type { Bounds, Country } from './country-outlines';
import type { MapData } from './map-data';
import type { MapView } from './map-view';

/** The name under which the outlines of one drawing are registered; the next takes its place. */
export const MAP = 'world';

const QUIET = { silent: true, emphasis: { disabled: true }, select: { disabled: true } } as const;

/** The drawing of a map for ECharts: with `chart-option.ts`, the only file that knows its options. */
export function mapOption(
  { legend, points, regions }: MapData,
  view: MapView,
  room: Pick<Box, 'width' | 'height'>,
): EChartsOption {
  const geo: GeoComponentOption = {
    ...QUIET,
    map: MAP,
    roam: false,
    clip: true,
    label: { show: false },
    left: (room.width - view.width) / 2,
    top: (room.height - view.height) / 2,
    width: view.width,
    height: view.height,
    boundingCoords: [
      [view.west, view.north],
      [view.east, view.south],
    ],
    itemStyle: { areaColor: INK.land, borderColor: INK.shore, borderWidth: 0.6 },
    regions: [...regions].map(([name, entry]) => ({
      name,
      itemStyle: { areaColor: legend[entry]?.color ?? INK.land },
    })),
  };
  const data = points.map(({ longitude, latitude, radius, entry }) => ({
    value: [longitude, latitude],
    symbol: legend[entry]?.shape ?? 'circle',
    symbolSize: radius * 2,
    itemStyle: { color: legend[entry]?.color ?? INK.text, opacity: 0.8, borderColor: INK.tile, borderWidth: 0.8 },
  }));
  return {
    animation: false,
    geo,
    series: [{ ...QUIET, type: 'scatter', coordinateSystem: 'geo', progressive: 0, data }],
  };
}

/** Outlines as ECharts takes them, those alone that the view has. */
export function outlinesIn(
  countries: readonly Country[],
  view: MapView,
): { type: 'FeatureCollection'; features: OutlineFeature[] } {
  const features = countries.flatMap(({ code, polygons }, index): OutlineFeature[] => {
    const coordinates = polygons
      .filter(({ bounds }) => meet(bounds, view))
      .map(({ rings }) => rings.map((ring) => ring.map((it) => [...it])));
    return coordinates.length === 0
      ? []
      : [
          {
            type: 'Feature',
            properties: { name: code ?? `unnumbered ${index}` },
            geometry: { type: 'MultiPolygon', coordinates },
          },
        ];
  });
  return { type: 'FeatureCollection', features };
}

interface OutlineFeature {
  type: 'Feature';
  properties: { name: string };
  geometry: { type: 'MultiPolygon'; coordinates: number[][][][] };
}

function meet(a: Bounds, b: Bounds): boolean {
  return a.west <= b.east && b.west <= a.east && a.south <= b.north && b.south <= a.north;
}
