import type { DashboardVariable, Json } from '@svc/contracts';
import type { DataSource } from './data-source';
import { plain } from './plain';

/** Grafana asks for the values when the dashboard is loaded. */
const ON_LOAD = 1;

/** Grafana quotes every value, also numbers; a stretch of days is the one that the dashboard shows. */
export function valueOf({ name, control }: DashboardVariable): string {
  if (control === 'daterange') return '["${__from:date:YYYY-MM-DD}", "${__to:date:YYYY-MM-DD}"]';
  const value = `\${${name}:doublequote}`;
  return control === 'multiselect' || control === 'range' ? `[${value}]` : value;
}

/**
 * A variable of Grafana: chosen from a list where there is one, asked for where a derivation has the values, else typed.
 * Every control is one of these.
 */
export function templateVariable(variable: DashboardVariable, dashboard: string, datasource: DataSource): Record<string, Json> {
  const { name, label, default: chosen, options, control } = variable;
  const values = (options?.values ?? []).map((it) => ({ text: plain(it.label ?? String(it.value)), value: String(it.value), selected: false }));
  const current = Array.isArray(chosen) ? chosen.map(String) : chosen === null ? '' : String(chosen);
  const shared = { name, label: plain(label ?? name), current: { text: current, value: current }, hide: 0, skipUrlSync: false };
  const several = { multi: control === 'multiselect', includeAll: false };
  if (options?.derivation !== undefined) return { ...shared, ...several, type: 'query', datasource, refresh: ON_LOAD, sort: 0, options: [], query: { queryType: 'infinity', infinityQuery: optionsQuery(dashboard, name, options.labelColumn !== undefined) } };
  if (values.length === 0) return { ...shared, type: 'textbox', query: Array.isArray(current) ? current.join(',') : current, options: [] };
  return { ...shared, ...several, type: 'custom', options: values, query: values.map((it) => `${it.text.replaceAll(/[,:]/g, '\\$&')} : ${it.value.replaceAll(/[,:]/g, '\\$&')}`).join(', ') };
}

/** Asked of us, so that the derivation's certificate is looked at here. */
function optionsQuery(dashboard: string, variable: string, labelled: boolean): Record<string, Json> {
  const column = (selector: string, text: string): Record<string, Json> => ({ selector, text, type: 'string' });
  return {
    refId: 'variable', type: 'json', source: 'url', parser: 'backend', format: 'table', root_selector: 'values', filters: [],
    url: `/api/dashboards/${dashboard}/variables/${variable}/options`, url_options: { method: 'GET' },
    columns: labelled ? [column('label', '__text'), column('value', '__value')] : [column('value', 'value')],
  };
}
