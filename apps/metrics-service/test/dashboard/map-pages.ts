import { dashboardSpec, type MapWidget, type TileData } from '@svc/contracts';
import { pagePicture } from '../../src/dashboard/picture/page-picture';

const source = {
  derivation: 'flights',
  run: '00000000-0000-4000-8000-000000000001',
  data_hash: `sha256:${'2'.repeat(64)}`,
  params: {},
  certificate_digest: `sha256:${'ab'.repeat(32)}`,
  verdict: 'sound' as const,
  as_of: '2024-03-01T00:00:00Z',
};

export type Answer = Extract<TileData, { state: 'answered' }>['answer'];

type Encoding = Extract<MapWidget['viz'], { mark: 'point' }>['encoding'];

export const point = (encoding: Partial<Encoding> = {}): MapWidget['viz'] => ({
  mark: 'point',
  encoding: { longitude: { field: 'lon' }, latitude: { field: 'lat' }, ...encoding },
});

export const regions: MapWidget['viz'] = {
  mark: 'region',
  encoding: { region: { field: 'code' }, color: { field: 'people', title: 'Millions' } },
};

export const places = [
  { name: 'name', type: 'string' },
  { name: 'lon', type: 'number' },
  { name: 'lat', type: 'number' },
  { name: 'n', type: 'integer' },
];

export const codes = [
  { name: 'code', type: 'string' },
  { name: 'people', type: 'number' },
];

/** A page with these tiles side by side, as a drawing. */
export function page(
  tiles: readonly { readonly viz: MapWidget['viz']; readonly answer: Pick<Answer, 'columns' | 'rows'> }[],
  theme: 'auto' | 'light' | 'dark' = 'auto',
): string {
  const widgets = tiles.map(({ viz }, index) => ({
    id: `map_${index}`,
    type: 'map',
    title: 'Map',
    gridPos: { x: (index % 2) * 12, y: Math.floor(index / 2) * 8, w: 12, h: 8 },
    bind: { derivation: 'flights' },
    viz,
  }));
  const spec = dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title: 'Delays',
    theme,
    pages: [{ name: 'first', title: 'First', widgets }],
  });
  const [first] = spec.pages;
  if (first === undefined) throw new Error('a page was written and is not there');
  const shown = tiles.map(({ answer }, index): TileData => ({
    id: `map_${index}`,
    type: 'map',
    title: 'Map',
    state: 'answered',
    answer: { ...answer, row_count: answer.rows.length, truncated: false, sql: '', cached: false },
    sources: [source],
  }));
  return pagePicture(spec, first, {
    dashboard: 'delays',
    version: 1,
    published: true,
    page: { name: 'first', title: 'First' },
    variables: {},
    tiles: shown,
  });
}

export const map = (viz: MapWidget['viz'], columns: Answer['columns'], rows: Answer['rows']) =>
  page([{ viz, answer: { columns, rows } }]);

export const circles = (svg: string): number => [...svg.matchAll(/stroke-opacity="0\.8"/g)].length;
