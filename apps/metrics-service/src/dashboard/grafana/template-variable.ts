import type { DashboardVariable, Json } from '@svc/contracts';
import type { DataSource } from './data-source';
import { plain } from './plain';

/** Grafana requests the values when the dashboard is loaded. */
const ON_LOAD = 1;
/** Grafana's value for "All", and what it sends for it: an empty text, meaning nothing chosen. */
const ALL = { text: 'All', value: '$__all' };
const NOTHING_CHOSEN = '""';

/**
 * Grafana quotes every value, including numbers; a date range is that of the dashboard. Its ends travel as
 * timestamps: Grafana's days are days of the browser's time zone, not of the dashboard's.
 */
export function valueOf({ name, control }: DashboardVariable): string {
  if (control === 'daterange') return '["${__from:date:iso}", "${__to:date:iso}"]';
  const value = `\${${name}:doublequote}`;
  return control === 'multiselect' || control === 'range' ? `[${value}]` : value;
}

/**
 * A variable of Grafana: chosen from a list where there is one, queried where a derivation has the values, else typed.
 * Every control is one of these. A list needs an "All" choice, or Grafana starts with its first value.
 */
export function templateVariable(
  variable: DashboardVariable,
  dashboard: string,
  datasource: DataSource,
): Record<string, Json> {
  const { name, label, default: chosen, options } = variable;
  const begun = chosen === null ? [] : [chosen].flat().map(String);
  const shared = { name, label: plain(label ?? name), hide: 0, skipUrlSync: false };
  if (options !== undefined) return { ...shared, ...listVariable(variable, options, begun, dashboard, datasource) };
  const text = begun.join(',');
  return { ...shared, type: 'textbox', query: text, current: { text, value: text }, options: [] };
}

/** A variable chosen from `options`, starting with `begun`. */
function listVariable(
  { name, control }: DashboardVariable,
  options: NonNullable<DashboardVariable['options']>,
  begun: readonly string[],
  dashboard: string,
  datasource: DataSource,
): Record<string, Json> {
  const offered = (options.values ?? []).map((it) => ({
    text: plain(it.label ?? String(it.value)),
    value: quotable(String(it.value)),
  }));
  const picked = begun.map(
    (text) => offered.find((it) => it.value === quotable(text)) ?? { text: plain(text), value: text },
  );
  const list = {
    multi: control === 'multiselect',
    includeAll: true,
    allValue: NOTHING_CHOSEN,
    current: currentOf(picked.length === 0 ? [ALL] : picked, control),
  };
  if (options.values === undefined)
    return {
      ...list,
      type: 'query',
      datasource,
      refresh: ON_LOAD,
      sort: 0,
      options: [],
      query: { queryType: 'infinity', infinityQuery: optionsQuery(dashboard, name, options.labelColumn !== undefined) },
    };
  const marked = [ALL, ...offered].map((it) => ({ ...it, selected: list.current.value.includes(it.value) }));
  return {
    ...list,
    type: 'custom',
    options: marked,
    query: offered.map((it) => `${listed(it.text)} : ${listed(it.value)}`).join(', '),
  };
}

function currentOf(
  picked: readonly { readonly text: string; readonly value: string }[],
  control: DashboardVariable['control'],
): { text: string | string[]; value: string | string[] } {
  const current = { text: picked.map((it) => it.text), value: picked.map((it) => it.value) };
  return control === 'multiselect' ? current : { text: current.text.join(), value: current.value.join() };
}

/** Grafana quotes a text without escaping its backslashes. */
function quotable(text: string): string {
  return text.replaceAll('\\', '\\\\');
}

/** In Grafana's lists only commas are escaped; other backslashes are literal. */
function listed(text: string): string {
  return text.replaceAll(',', '\\,');
}

/** Requested from this service, so that the derivation's certification is checked here. */
function optionsQuery(dashboard: string, variable: string, labelled: boolean): Record<string, Json> {
  const column = (selector: string, text: string): Record<string, Json> => ({ selector, text, type: 'string' });
  return {
    refId: 'variable',
    type: 'json',
    source: 'url',
    parser: 'backend',
    format: 'table',
    root_selector: 'values',
    filters: [],
    url: `/api/dashboards/${dashboard}/variables/${variable}/options`,
    url_options: { method: 'GET' },
    columns: labelled ? [column('label', '__text'), column('value', '__value')] : [column('value', 'value')],
  };
}
