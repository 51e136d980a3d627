import { type ChartWidget, dashboardSpec, type DataWidget } from '@svc/contracts';
import { grafanaDashboard } from './grafana-dashboard';
import { panelColumns } from './panel-columns';

const SCHEMAS = new Map([
  [
    'rows',
    [
      { name: 'at', type: 'timestamp' },
      { name: 'carrier', type: 'string' },
      { name: 'x', type: 'number' },
      { name: 'y', type: 'decimal(18,2)' },
    ],
  ],
]);
const chart = (viz: ChartWidget['viz'], columns?: string[]): ChartWidget => ({
  id: 'a',
  type: 'chart',
  gridPos: { x: 0, y: 0, w: 12, h: 8 },
  bind: { derivation: 'rows', filters: [], order: [], ...(columns === undefined ? {} : { columns }) },
  viz,
});
const told = (widget: DataWidget): readonly string[] =>
  panelColumns(widget, new Map(), SCHEMAS).map(({ selector, type }) => `${selector}: ${type}`);

function panelOf(widget: DataWidget): unknown {
  const spec = dashboardSpec.parse({
    specVersion: '1.0',
    kind: 'Dashboard',
    name: 'a',
    title: 'A',
    pages: [{ name: 'p', title: 'P', widgets: [widget] }],
  });
  const { panels } = grafanaDashboard(spec, (it) => panelColumns(it, new Map(), SCHEMAS));
  return Array.isArray(panels) ? panels[1] : undefined;
}

describe('the columns of a chart of rows, for Grafana', () => {
  it('are those that the chart draws, with what is along x first', () => {
    expect(told(chart({ mark: 'line' }))).toEqual(['at: timestamp', 'carrier: string', 'x: string', 'y: number']);
    expect(told(chart({ mark: 'line' }, ['at', 'y']))).toEqual(['at: timestamp', 'y: number']);
    expect(told(chart({ mark: 'point', encoding: { x: { field: 'x' }, color: { field: 'carrier' } } }))).toEqual([
      'x: number',
      'carrier: string',
      'y: number',
    ]);
  });

  it('are none of a derivation that is not certified now, or not visible to the caller', () => {
    expect(panelColumns(chart({ mark: 'line' }), new Map(), new Map())).toEqual([]);
    expect(
      told({
        id: 'a',
        type: 'table',
        gridPos: { x: 0, y: 0, w: 12, h: 8 },
        bind: { derivation: 'rows', filters: [], order: [] },
      }),
    ).toEqual([]);
  });

  it('decide what the panel is: moments are a time series, numbers no row of bars', () => {
    expect(panelOf(chart({ mark: 'line' }, ['at', 'y']))).toMatchObject({
      type: 'timeseries',
      fieldConfig: { defaults: { custom: { drawStyle: 'line' } } },
    });
    expect(panelOf(chart({ mark: 'point' }, ['x', 'y']))).toMatchObject({
      type: 'xychart',
      options: { dims: { x: 'x' } },
    });
    expect(panelOf(chart({ mark: 'line' }, ['x', 'y']))).toMatchObject({ type: 'trend', options: { xField: 'x' } });
    expect(panelOf(chart({ mark: 'line' }))).toMatchObject({
      transformations: [{ id: 'sortBy', options: { sort: [{ field: 'at' }] } }, { id: 'prepareTimeSeries' }],
    });
    expect(panelOf(chart({ mark: 'bar' }, ['x', 'y']))).toMatchObject({ type: 'barchart' });
    expect(panelOf(chart({ mark: 'bar', horizontal: true }, ['at', 'y']))).toMatchObject({
      type: 'barchart',
      options: { orientation: 'horizontal' },
    });
  });
});
