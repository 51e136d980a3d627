import type { DashboardPage, DashboardSpec, PageData, VariableValue } from '@svc/contracts';
import { GRID_COLUMNS } from '@svc/contracts';
import { type Box, INK, inTheme, picture, placed, rectangle, textAt } from '@svc/svg';
import { tilePicture } from './tile/tile-picture';

const GRID = 1200;
const ROW = 38;
const GAP = 12;
const MARGIN = 18;
const HEAD = 62;
const FOOT = 30;

/** A whole page: a header with the chosen values, the tiles on their grid, and how to verify the numbers. */
export function pagePicture(spec: DashboardSpec, page: DashboardPage, data: PageData): string {
  const rows = Math.max(1, ...page.widgets.map(({ gridPos }) => gridPos.y + gridPos.h));
  const width = GRID + 2 * MARGIN;
  const height = HEAD + rows * ROW + FOOT;
  const inner = width - 2 * MARGIN - GAP;
  const left = MARGIN + GAP / 2;
  const tiles = page.widgets.flatMap((widget, index) => {
    const tile = data.tiles[index];
    if (tile === undefined) return [];
    const { x, y, width: w, height: h } = placeOf(widget.gridPos, page);
    return [placed(x, y, tilePicture(widget, tile, { width: w, height: h }))];
  });
  const drawn = picture(width, height, { title: `${spec.title}: ${page.title}`, description: spec.description ?? '' }, [
    rectangle({ x: 0, y: 0, width, height }, INK.page),
    textAt(left, 32, spec.title, { size: 20, bold: true, width: inner * 0.6 }),
    textAt(left + inner, 32, `${page.title}${data.published ? '' : ' · draft'} · version ${data.version}`, {
      size: 13,
      fill: INK.quiet,
      anchor: 'end',
      width: inner * 0.38,
    }),
    textAt(left, 52, chosenText(spec, data.variables), { fill: INK.quiet, width: inner }),
    ...tiles,
    textAt(
      left,
      height - 12,
      'Each number is backed by the certificate named under it, which was valid when this was drawn. To check one: svc certificate show, then svc certificate verify.',
      { size: 10.5, fill: INK.quiet, width: inner },
    ),
  ]);
  // A file does not know the reader's screen.
  return inTheme(drawn, spec.theme === 'dark' ? 'dark' : 'light');
}

function placeOf(
  { x, y, w, h }: DashboardPage['widgets'][number]['gridPos'],
  { columns = GRID_COLUMNS }: DashboardPage,
): Box {
  const column = GRID / columns;
  return {
    x: MARGIN + x * column + GAP / 2,
    y: HEAD + y * ROW + GAP / 2,
    width: w * column - GAP,
    height: h * ROW - GAP,
  };
}

function chosenText(
  { variables, description = '' }: DashboardSpec,
  values: Readonly<Record<string, VariableValue>>,
): string {
  const chosen = variables.flatMap(({ name, label, options }) => {
    const value = values[name];
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return [];
    const shown = [value].flat().map((one) => options?.values?.find((it) => it.value === one)?.label ?? String(one));
    return [`${label ?? name}: ${shown.join(', ')}`];
  });
  return chosen.length === 0 ? description : chosen.join(' · ');
}
