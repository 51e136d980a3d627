import type { DashboardSpec, DashboardVariable, DashboardWidget, DataWidget, Json, NumberFormat, WidgetBind } from '@svc/contracts';

/** The data source: its base URL is ours, its header our token. */
const PLUGIN = 'yesoreyeram-infinity-datasource';
/** Grafana asks whoever imports the dashboard which data source this is. */
const ASKED_ON_IMPORT = '${DS_SVC}';
/** The last version of the classic form that Grafana 9 and later read. */
const SCHEMA_VERSION = 39;

type Panel = Record<string, Json>;

/** A column of a panel's answer, as the Infinity data source wants to be told. */
export interface PanelColumn {
  readonly selector: string;
  readonly type: 'timestamp' | 'string' | 'number';
}
type ColumnsOf = (bind: WidgetBind) => readonly PanelColumn[];

interface DataSource {
  readonly type: string;
  readonly uid: string;
  readonly [member: string]: Json;
}

/**
 * A dashboard for Grafana, classic JSON: a row for each page, a panel for each widget. Panels ask for the widget by
 * name, so that its definition and the check of its certificate stay here. `uid` names the data source, null leaves it open.
 */
export function grafanaDashboard(spec: DashboardSpec, columnsOf: ColumnsOf, uid: string | null = null): Record<string, Json> {
  const inputs = uid === null ? { __inputs: [{ name: 'DS_SVC', label: 'svc', type: 'datasource', pluginId: PLUGIN, pluginName: 'Infinity' }] } : {};
  return {
    ...inputs,
    uid: `svc-${spec.name}`.slice(0, 40), title: spec.title, description: spec.description ?? '', tags: ['svc'], schemaVersion: SCHEMA_VERSION, editable: true, timezone: 'utc',
    time: { from: 'now-1y', to: 'now' }, refresh: spec.refresh.interval === 'off' ? '' : spec.refresh.interval,
    templating: { list: spec.variables.filter((it) => it.control !== 'daterange').map(templateVariable) },
    panels: panelsOf(spec, columnsOf, { type: PLUGIN, uid: uid ?? ASKED_ON_IMPORT }),
  };
}

function panelsOf(spec: DashboardSpec, columnsOf: ColumnsOf, datasource: DataSource): Panel[] {
  let top = 0;
  let id = 0;
  return spec.pages.flatMap((page) => {
    const row: Panel = { id: (id += 1), type: 'row', title: plain(page.title), collapsed: false, panels: [], gridPos: { x: 0, y: top, w: 24, h: 1 } };
    const shift = top + 1;
    const panels = page.widgets.map((widget): Panel => ({ id: (id += 1), ...panelOf(widget, spec, columnsOf, datasource), gridPos: { ...widget.gridPos, y: widget.gridPos.y + shift } }));
    top = Math.max(shift, ...page.widgets.map(({ gridPos }) => shift + gridPos.y + gridPos.h));
    return [row, ...panels];
  });
}

function panelOf(widget: DashboardWidget, spec: DashboardSpec, columnsOf: ColumnsOf, datasource: DataSource): Panel {
  const title = plain(widget.title ?? '');
  // A fence longer than any in the text: words stay words.
  if (widget.type === 'text') return { type: 'text', title, options: { mode: 'markdown', content: fenced(plain(widget.content)) } };
  const columns = columnsOf(widget.bind);
  // One line for each text beside the moments: Grafana wants a frame of its own for each.
  const series = widget.type === 'chart' && columns.some((it) => it.type === 'timestamp') && columns.some((it) => it.type === 'string');
  return { title, datasource, targets: [targetOf(widget, spec, columns, datasource)], transformations: series ? [{ id: 'prepareTimeSeries', options: { format: 'multi' } }] : [], ...kindOf(widget) };
}

function kindOf(widget: DataWidget): Panel {
  switch (widget.type) {
    case 'metric':
      return { type: 'stat', fieldConfig: { defaults: unitOf(widget.viz?.format), overrides: [] }, options: { reduceOptions: { calcs: ['lastNotNull'], fields: widget.viz?.field ?? '', values: false } } };
    case 'table':
      return { type: 'table', fieldConfig: { defaults: {}, overrides: [] }, options: {} };
    case 'chart': {
      const { mark, stacked = false, horizontal = false, encoding } = widget.viz;
      const custom = { drawStyle: mark === 'area' ? 'line' : mark === 'point' ? 'points' : mark === 'bar' ? 'bars' : 'line', fillOpacity: mark === 'area' ? 25 : 0, spanNulls: false, stacking: { mode: stacked ? 'normal' : 'none' } };
      const overTime = widget.bind.grain !== undefined && !horizontal;
      const options = overTime ? {} : { orientation: horizontal ? 'horizontal' : 'auto', stacking: stacked ? 'normal' : 'none' };
      return { type: overTime ? 'timeseries' : 'barchart', fieldConfig: { defaults: { ...unitOf(encoding?.y?.format), ...(overTime ? { custom } : {}) }, overrides: [] }, options };
    }
  }
}

function targetOf(widget: DataWidget, { name, variables }: DashboardSpec, columns: readonly PanelColumn[], datasource: DataSource): Panel {
  const asked = variables.map((it) => `${JSON.stringify(it.name)}: ${valueOf(it)}`).join(', ');
  return {
    refId: 'A', datasource, type: 'json', source: 'url', parser: 'backend', format: 'table', root_selector: 'rows', columns: columns.map(({ selector, type }) => ({ selector, text: selector, type })), filters: [],
    url: `/api/dashboards/${name}/widgets/${widget.id}/rows`,
    url_options: { method: 'POST', body_type: 'raw', body_content_type: 'application/json', data: `{"variables": {${asked}}}` },
  };
}

/** Grafana quotes every value, also numbers; a stretch of days is the one that the dashboard shows. */
function valueOf({ name, control }: DashboardVariable): string {
  if (control === 'daterange') return '["${__from:date:YYYY-MM-DD}", "${__to:date:YYYY-MM-DD}"]';
  const value = `\${${name}:doublequote}`;
  return control === 'multiselect' || control === 'range' ? `[${value}]` : value;
}

/** Chosen from a list where there is one, else typed. */
function templateVariable({ name, label, default: chosen, options, control }: DashboardVariable): Panel {
  const values = (options?.values ?? []).map((it) => ({ text: plain(it.label ?? String(it.value)), value: String(it.value), selected: false }));
  const current = Array.isArray(chosen) ? chosen.map(String) : chosen === null ? '' : String(chosen);
  const shared = { name, label: plain(label ?? name), current: { text: current, value: current }, hide: 0, skipUrlSync: false };
  if (values.length === 0) return { ...shared, type: 'textbox', query: Array.isArray(current) ? current.join(',') : current, options: [] };
  return { ...shared, type: 'custom', multi: control === 'multiselect', includeAll: false, options: values, query: values.map((it) => `${it.text.replaceAll(/[,:]/g, '\\$&')} : ${it.value.replaceAll(/[,:]/g, '\\$&')}`).join(', ') };
}

function unitOf(format: NumberFormat | undefined): Panel {
  const digits = format?.digits === undefined ? {} : { decimals: format.digits };
  const unit = format?.style === 'percent' ? 'percentunit' : format?.unit !== undefined ? `suffix: ${plain(format.unit)}` : format?.style === 'compact' ? 'short' : undefined;
  return { ...digits, ...(unit === undefined ? {} : { unit }) };
}

/** A dollar sign begins a variable of Grafana; without it our words are only words. */
function plain(text: string): string {
  return text.replaceAll('$', '＄');
}

function fenced(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([it]) => it.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${content}\n${fence}`;
}
