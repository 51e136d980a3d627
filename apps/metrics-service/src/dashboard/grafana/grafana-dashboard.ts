import { createHash } from 'node:crypto';
import {
  type ChartWidget,
  type DashboardPage,
  type DashboardSpec,
  type DashboardVariable,
  type DashboardWidget,
  type DataWidget,
  GRID_COLUMNS,
  type Json,
  type MapWidget,
  type NumberFormat,
  type TextWidget,
} from '@svc/contracts';
import type { DataSource } from './data-source';
import type { PanelColumn } from './panel-columns';
import { plain } from './plain';
import { templateVariable, valueOf } from './template-variable';

/** The data source: its base URL is this service, its header the token. */
const PLUGIN = 'yesoreyeram-infinity-datasource';
/** Grafana asks whoever imports the dashboard which data source this is. */
const ASKED_ON_IMPORT = '${DS_SVC}';
/** The last version of the classic schema that Grafana 9 and later read. */
const SCHEMA_VERSION = 39;
/** Only ASCII letters, digits, "_", "-", ":" and spaces are literal in the path by which the data source selects a column. */
const NO_PATH = /[!-,./;-@[-^`{-~]/;

type Panel = Record<string, Json>;

type ColumnsOf = (widget: DataWidget) => readonly PanelColumn[];

/**
 * A dashboard for Grafana, classic JSON: a row for each page, a panel for each widget except filters, which become
 * Grafana variables. Panels request the widget by
 * name, so that its definition and the certification check stay here. `uid` is the data source's, null leaves it open.
 */
export function grafanaDashboard(
  spec: DashboardSpec,
  columnsOf: ColumnsOf,
  uid: string | null = null,
): Record<string, Json> {
  const inputs =
    uid === null
      ? { __inputs: [{ name: 'DS_SVC', label: 'svc', type: 'datasource', pluginId: PLUGIN, pluginName: 'Infinity' }] }
      : {};
  const datasource = { type: PLUGIN, uid: uid ?? ASKED_ON_IMPORT };
  return {
    ...inputs,
    uid: uidOf(spec.name),
    title: spec.title,
    description: spec.description ?? '',
    tags: ['svc'],
    schemaVersion: SCHEMA_VERSION,
    editable: true,
    timezone: 'utc',
    time: timeOf(spec.variables),
    refresh: spec.refresh.interval === 'off' ? '' : spec.refresh.interval,
    templating: {
      list: spec.variables
        .filter((it) => it.control !== 'daterange')
        .map((it) => templateVariable(it, spec.name, datasource)),
    },
    panels: panelsOf(spec, columnsOf, datasource),
  };
}

function panelsOf(spec: DashboardSpec, columnsOf: ColumnsOf, datasource: DataSource): Panel[] {
  let top = 0;
  let id = 0;
  return spec.pages.flatMap((page) => {
    const row: Panel = {
      id: (id += 1),
      type: 'row',
      title: plain(page.title),
      collapsed: false,
      panels: [],
      gridPos: { x: 0, y: top, w: 24, h: 1 },
    };
    const shift = top + 1;
    const panels = page.widgets.flatMap((widget): Panel[] =>
      widget.type === 'filter'
        ? []
        : [{ id: (id += 1), ...panelOf(widget, spec, columnsOf, datasource), gridPos: placeOf(widget, page, shift) }],
    );
    top = Math.max(shift, ...page.widgets.map(({ gridPos }) => shift + gridPos.y + gridPos.h));
    return [row, ...panels];
  });
}

/** Grafana's grid always has all columns; edges that touched still touch. */
function placeOf(
  { gridPos: { x, y, w, h } }: DashboardWidget,
  { columns = GRID_COLUMNS }: DashboardPage,
  shift: number,
): Panel {
  const edge = (column: number): number => Math.round((column * GRID_COLUMNS) / columns);
  return { x: edge(x), y: y + shift, w: edge(x + w) - edge(x), h };
}

function panelOf(
  widget: DataWidget | TextWidget,
  spec: DashboardSpec,
  columnsOf: ColumnsOf,
  datasource: DataSource,
): Panel {
  const title = plain(widget.title ?? '');
  // A fence longer than any in the text, so that the text stays literal.
  if (widget.type === 'text')
    return { type: 'text', title, options: { mode: 'markdown', content: fenced(plain(widget.content)) } };
  const columns = widget.type === 'map' ? withNumbers(columnsOf(widget), widget) : columnsOf(widget);
  return {
    title,
    datasource,
    targets: [targetOf(widget, spec, columns, datasource)],
    transformations: transformationsOf(widget, columns),
    ...kindOf(widget, columns),
  };
}

/** Grafana allows 40 characters, and of two dashboards with the same uid it updates neither: a long name ends in its hash. */
function uidOf(name: string): string {
  const uid = `svc-${name}`;
  return uid.length <= 40 ? uid : `${uid.slice(0, 27)}-${createHash('sha256').update(name).digest('hex').slice(0, 12)}`;
}

/** Where a date range can be chosen, Grafana starts with the same default. */
function timeOf(variables: readonly DashboardVariable[]): Panel {
  const [first, last] = [variables.find((it) => it.control === 'daterange')?.default ?? []].flat();
  return first === undefined || last === undefined
    ? { from: 'now-1y', to: 'now' }
    : { from: `${String(first)}T00:00:00.000Z`, to: `${String(last)}T23:59:59.999Z` };
}

function transformationsOf({ type, bind }: DataWidget, columns: readonly PanelColumn[]): Panel[] {
  if (type === 'chart') {
    const [x] = columns;
    // Rows come in stored order; Grafana refuses a line that does not go from left to right.
    const sorted: Panel[] =
      bind.metric === undefined && x !== undefined && x.type !== 'string'
        ? [{ id: 'sortBy', options: { fields: {}, sort: [{ field: x.selector }] } }]
        : [];
    // One series for each text value: Grafana wants a frame of its own for each.
    const lines = columns.some((it) => it.type === 'timestamp') && columns.some((it) => it.type === 'string');
    return [...sorted, ...(lines ? [{ id: 'prepareTimeSeries', options: { format: 'multi' } }] : [])];
  }
  // The data source returns columns in alphabetical order.
  const order = bind.columns ?? columns.map((it) => it.selector);
  return type === 'table' && order.length > 0
    ? [
        {
          id: 'organize',
          options: {
            excludeByName: {},
            renameByName: {},
            indexByName: Object.fromEntries(order.map((name, index) => [name, index])),
          },
        },
      ]
    : [];
}

function kindOf(widget: DataWidget, columns: readonly PanelColumn[]): Panel {
  switch (widget.type) {
    case 'metric':
      return {
        type: 'stat',
        fieldConfig: { defaults: unitOf(widget.viz?.format), overrides: [] },
        options: { reduceOptions: { calcs: ['lastNotNull'], fields: widget.viz?.field ?? '', values: false } },
      };
    case 'map':
      return {
        type: 'geomap',
        fieldConfig: { defaults: unitOf(widget.viz.encoding.color?.format), overrides: [] },
        options: mapOptions(widget),
      };
    case 'table':
      return { type: 'table', fieldConfig: { defaults: {}, overrides: [] }, options: {} };
    case 'chart':
      return chartOf(widget, columns);
  }
}

function chartOf(
  { bind, viz: { mark, stacked = false, horizontal = false, encoding } }: ChartWidget,
  columns: readonly PanelColumn[],
): Panel {
  const drawStyle = mark === 'point' ? 'points' : mark === 'bar' ? 'bars' : 'line';
  const custom = {
    drawStyle,
    fillOpacity: mark === 'area' ? 25 : 0,
    spanNulls: false,
    stacking: { mode: stacked ? 'normal' : 'none' },
  };
  const unit = unitOf(encoding?.y?.format);
  // Of a metric, only a grain makes a time series.
  const [x] = bind.metric === undefined && !horizontal ? columns : [];
  if (x?.type === 'timestamp' || (bind.grain !== undefined && !horizontal))
    return { type: 'timeseries', fieldConfig: { defaults: { ...unit, custom }, overrides: [] }, options: {} };
  if (x?.type === 'number' && mark === 'point')
    return {
      type: 'xychart',
      fieldConfig: { defaults: { ...unit, custom: { show: 'points' } }, overrides: [] },
      options: { seriesMapping: 'auto', dims: { x: x.selector } },
    };
  if (x?.type === 'number' && mark !== 'bar')
    return {
      type: 'trend',
      fieldConfig: { defaults: { ...unit, custom }, overrides: [] },
      options: { xField: x.selector },
    };
  return {
    type: 'barchart',
    fieldConfig: { defaults: unit, overrides: [] },
    options: { orientation: horizontal ? 'horizontal' : 'auto', stacking: stacked ? 'normal' : 'none' },
  };
}

function targetOf(
  widget: DataWidget,
  { name, variables }: DashboardSpec,
  columns: readonly PanelColumn[],
  datasource: DataSource,
): Panel {
  const asked = variables.map((it) => `${JSON.stringify(it.name)}: ${valueOf(it)}`).join(', ');
  // A column whose name is not a plain path finds nothing; without a column list the data source takes all.
  const told = columns.some((it) => NO_PATH.test(it.selector)) ? [] : columns;
  return {
    refId: 'A',
    datasource,
    type: 'json',
    source: 'url',
    parser: 'backend',
    format: 'table',
    root_selector: 'rows',
    columns: told.map(({ selector, type }) => ({ selector, text: selector, type })),
    filters: [],
    url: `/api/dashboards/${name}/widgets/${widget.id}/rows`,
    url_options: {
      method: 'POST',
      body_type: 'raw',
      body_content_type: 'application/json',
      data: `{"variables": {${asked}}}`,
    },
  };
}

/** A map's coordinates are numbers, whatever a metric groups by. */
function withNumbers(columns: readonly PanelColumn[], { viz }: MapWidget): PanelColumn[] {
  const places = viz.mark === 'point' ? [viz.encoding.longitude.field, viz.encoding.latitude.field] : [];
  return columns.map((it) => (places.includes(it.selector) ? { ...it, type: 'number' } : it));
}

/** Grafana has no filled areas: a country becomes a marker at its centre, with its number. */
function mapOptions({ viz }: MapWidget): Panel {
  const { color } = viz.encoding;
  const place =
    viz.mark === 'point'
      ? { mode: 'coords', longitude: viz.encoding.longitude.field, latitude: viz.encoding.latitude.field }
      : { mode: 'lookup', lookup: viz.encoding.region.field, gazetteer: 'public/gazetteer/countries.json' };
  const size = viz.mark === 'point' ? viz.encoding.size?.field : undefined;
  const style = {
    size: { fixed: 6, min: 3, max: 16, ...(size === undefined ? {} : { field: size }) },
    color: { fixed: 'blue', ...(color === undefined ? {} : { field: color.field }) },
    opacity: 0.8,
  };
  return {
    view: { id: 'fit', lat: 0, lon: 0, zoom: 1, allLayers: true },
    basemap: { type: 'default', name: 'Basemap' },
    tooltip: { mode: 'details' },
    layers: [
      {
        type: 'markers',
        name: plain(color?.title ?? color?.field ?? 'Places'),
        location: place,
        config: { style, showLegend: color !== undefined },
        tooltip: true,
      },
    ],
  };
}

function unitOf(format: NumberFormat | undefined): Panel {
  const digits = format?.digits === undefined ? {} : { decimals: format.digits };
  const unit =
    format?.style === 'percent'
      ? 'percentunit'
      : format?.unit !== undefined
        ? `suffix: ${plain(format.unit)}`
        : format?.style === 'compact'
          ? 'short'
          : undefined;
  return { ...digits, ...(unit === undefined ? {} : { unit }) };
}

function fenced(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([it]) => it.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${content}\n${fence}`;
}
