import type { NumberFormat } from '@svc/contracts';
import { numberText } from '../cell/cell-text';
import type { ChartData } from './chart-data';

/** The lowest and the highest number along an axis. */
export type Extent = readonly [low: number, high: number];

/** The part of the whole extent that two ticks are apart at least: an axis has five of them or so. */
const APART = 0.15;
/** Digits that "1.23M" has. */
const COMPACT = 3;

/** How numbers along an axis are written: no two ticks alike. The unit stands in the title, once. */
export function tickText({ unit: _, ...format }: NumberFormat, [low, high]: Extent): (value: number) => string {
  const scale = format.style === 'percent' ? 100 : 1;
  const size = Math.max(Math.abs(low), Math.abs(high)) * scale;
  const apart = ((high - low) * scale || size || 1) * APART;
  const places = Math.min(20, Math.max(0, -Math.floor(Math.log10(apart))));
  const [style, digits] = [
    format.style === 'compact' && tells(size, apart)
      ? ('compact' as const)
      : format.style === 'percent'
        ? ('percent' as const)
        : ('number' as const),
    format.digits,
  ];
  if (style === 'compact' && digits === undefined) return (value) => numberText(value, { style });
  return (value) =>
    numberText(value, {
      style,
      ...(digits !== undefined && (digits >= places || style === 'compact') ? { digits } : { most: places }),
    });
}

/** Whether the digits of a compact number tell ticks apart. */
function tells(size: number, apart: number): boolean {
  return size === 0 || Math.floor(Math.log10(size)) - Math.floor(Math.log10(apart)) < COMPACT;
}

/** From the least to the most of what is drawn along y; on top of each other, of what each place comes to. */
export function extentOf(
  { series }: ChartData,
  { stacked, fromZero }: { readonly stacked: boolean; readonly fromZero: boolean },
): Extent {
  const all = series.flatMap(({ points }) => points);
  const heights = stacked ? [...totals(all, 1), ...totals(all, -1)] : all.flatMap(([, y]) => y ?? []);
  const ends = fromZero ? [0, ...heights] : heights;
  return ends.reduce(
    ([low, high]: Extent, it): Extent => [Math.min(low, it), Math.max(high, it)],
    [ends[0] ?? 0, ends[0] ?? 0],
  );
}

function totals(points: ChartData['series'][number]['points'], sign: 1 | -1): number[] {
  const sums = new Map<number, number>();
  for (const [place, y] of points) if (y !== null && y * sign > 0) sums.set(place, (sums.get(place) ?? 0) + y);
  return [...sums.values()];
}
