import { dashboardSpec, type DashboardSpec, type PageData, type TileData } from '@svc/contracts';
import { pagePicture } from '../../src/dashboard/picture/page-picture';

const source = (derivation: string) => ({
  derivation,
  run: '00000000-0000-4000-8000-000000000001',
  data_hash: `sha256:${'2'.repeat(64)}`,
  params: {},
  certificate_digest: `sha256:${'ab'.repeat(32)}`,
  verdict: 'sound' as const,
  as_of: '2024-03-01T00:00:00Z',
});

type Answer = Pick<Extract<TileData, { state: 'answered' }>['answer'], 'columns' | 'rows'> & {
  readonly truncated?: boolean;
};

export type Widget = DashboardSpec['pages'][number]['widgets'][number];

export const chart = (viz: Extract<Widget, { type: 'chart' }>['viz'], id = 'chart'): Widget => ({
  id,
  type: 'chart',
  title: 'Chart',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  bind: { metric: 'delay', filters: [], order: [], grain: 'month' },
  viz,
});

export const number: Extract<Widget, { type: 'metric' }> = {
  id: 'number',
  type: 'metric',
  title: 'Number',
  gridPos: { x: 0, y: 0, w: 6, h: 4 },
  bind: { metric: 'delay', filters: [], order: [] },
};

export const table: Extract<Widget, { type: 'table' }> = {
  id: 'table',
  type: 'table',
  title: 'Table',
  gridPos: { x: 0, y: 0, w: 12, h: 6 },
  bind: { derivation: 'flights', filters: [], order: [] },
};

export const answered = (widget: Widget, { truncated = false, ...answer }: Answer): TileData => ({
  id: widget.id,
  type: widget.type,
  title: widget.title ?? '',
  state: 'answered',
  answer: { ...answer, row_count: answer.rows.length, truncated, sql: '', cached: false },
  sources: [source('flights')],
});

export function drawn(widget: Widget, tile: TileData, title = 'Delays'): string {
  const spec = dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'delays',
    title,
    pages: [{ name: 'first', title: 'First', widgets: [widget] }],
  });
  const data: PageData = {
    dashboard: 'delays',
    version: 1,
    published: true,
    page: { name: 'first', title: 'First' },
    variables: {},
    tiles: [tile],
  };
  const [page] = spec.pages;
  if (page === undefined) throw new Error('a page was written and is not there');
  return pagePicture(spec, page, data);
}

export const draw = (widget: Widget, answer: Answer): string => drawn(widget, answered(widget, answer));
