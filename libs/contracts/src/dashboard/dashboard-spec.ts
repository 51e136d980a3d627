import { z } from 'zod';
import { objectName } from '../json';
import { FILLS, grain, metricCondition } from '../metric/metric';

/** Columns of a page's grid. */
export const GRID_COLUMNS = 24;
/** Most widgets on one page: each is a query. */
export const MOST_WIDGETS = 60;

const title = z.string().min(1).max(256);
const columnName = z.string().min(1).max(256);
const scalar = z.union([z.string().max(4096), z.number(), z.boolean()]);

/** What a variable holds: nothing, one value, or several. */
export const variableValue = z.union([z.null(), scalar, z.array(scalar).max(1000)]);
export type VariableValue = z.infer<typeof variableValue>;

/** What a reader chooses, by variable. */
export const dashboardVariableValues = z.record(z.string().max(128), variableValue);

/** A value that a reader chooses. It reaches queries as a bound parameter of a filter and in no other way. */
export const dashboardVariable = z.strictObject({
  name: objectName,
  label: title.optional(),
  type: z.enum(['string', 'integer', 'number', 'boolean', 'date']),
  /** `multiselect` holds a list, `daterange` and `range` hold first and last; the others hold one value. */
  control: z.enum(['dropdown', 'multiselect', 'search', 'date', 'daterange', 'range', 'toggle']),
  /** Null: nothing is chosen, and every filter that names the variable is left out. */
  default: variableValue.default(null),
  /** The only values that may be chosen; without it, any of the type. */
  options: z.strictObject({ values: z.array(z.strictObject({ value: scalar, label: title.optional() })).min(1).max(1000) }).optional(),
});
export type DashboardVariable = z.infer<typeof dashboardVariable>;

/** How a number is written. */
export const numberFormat = z.strictObject({
  /** `percent` shows 0.25 as 25 %; `compact` shows 1234567 as 1.23M. */
  style: z.enum(['number', 'percent', 'compact']).default('number'),
  /** Digits after the point. Default: as many as the size of the number makes useful. */
  digits: z.int().min(0).max(10).optional(),
  /** Written after the number. */
  unit: z.string().min(1).max(24).optional(),
});
export type NumberFormat = z.infer<typeof numberFormat>;

/**
 * What a widget shows: exactly one of a metric, with its groups, or the rows of a certified derivation. In a filter's
 * value, `"$name"` stands for a variable and `"$$"` for a dollar sign at the beginning.
 */
export const widgetBind = z.strictObject({
  metric: objectName.optional(),
  groupBy: z.array(columnName).max(10).optional(),
  grain: grain.optional(),
  timezone: z.string().min(1).max(64).optional(),
  fill: z.enum(FILLS).optional(),
  derivation: objectName.optional(),
  /** Of the derivation, in this order. Default: all. */
  columns: z.array(columnName).min(1).max(50).optional(),
  filters: z.array(metricCondition).max(50).default([]),
  order: z.array(z.strictObject({ by: columnName, direction: z.enum(['asc', 'desc']).default('asc') })).max(10).default([]),
  limit: z.int().min(1).max(5000).optional(),
}).superRefine((bind, context) => {
  const wrong = (member: string, message: string): void => context.addIssue({ code: 'custom', path: [member], message });
  if ((bind.metric === undefined) === (bind.derivation === undefined)) wrong('metric', 'exactly one of "metric" and "derivation" is needed');
  const foreign = bind.metric === undefined ? (['groupBy', 'grain', 'timezone', 'fill'] as const) : (['columns'] as const);
  for (const member of foreign) if (bind[member] !== undefined) wrong(member, `is not for a ${bind.metric === undefined ? 'derivation' : 'metric'}`);
});
export type WidgetBind = z.infer<typeof widgetBind>;

const gridPos = z.strictObject({ x: z.int().min(0).max(GRID_COLUMNS - 1), y: z.int().min(0).max(500), w: z.int().min(1).max(GRID_COLUMNS), h: z.int().min(1).max(60) })
  .refine((it) => it.x + it.w <= GRID_COLUMNS, { path: ['w'], message: `reaches over the right edge: x + w is at most ${GRID_COLUMNS}` });

const placed = { id: objectName, title: title.optional(), gridPos };
const channel = z.strictObject({ field: columnName, title: title.optional() });

/** One number: the first of the answer, or that of the named column. */
export const metricWidget = z.strictObject({ ...placed, type: z.literal('metric'), bind: widgetBind, viz: z.strictObject({ field: columnName.optional(), format: numberFormat.optional() }).optional() });

/** A chart. Without encodings: the first column along x, the last along y, and one between them as the colour. */
export const chartWidget = z.strictObject({
  ...placed, type: z.literal('chart'), bind: widgetBind,
  viz: z.strictObject({
    mark: z.enum(['line', 'bar', 'area', 'point']),
    encoding: z.strictObject({ x: channel.optional(), y: channel.extend({ format: numberFormat.optional() }).optional(), color: channel.optional() }).optional(),
    /** Bars and areas of the colours on top of each other. */
    stacked: z.boolean().optional(),
    /** Bars lie: long names stay readable. */
    horizontal: z.boolean().optional(),
  }),
});

export const tableWidget = z.strictObject({
  ...placed, type: z.literal('table'), bind: widgetBind,
  viz: z.strictObject({ columns: z.array(z.strictObject({ field: columnName, title: title.optional(), format: numberFormat.optional() })).min(1).max(50).optional() }).optional(),
});

/** Words, shown as they are: no markup, no code. */
export const textWidget = z.strictObject({ ...placed, type: z.literal('text'), content: z.string().max(16_384) });

export const dashboardWidget = z.discriminatedUnion('type', [metricWidget, chartWidget, tableWidget, textWidget]);
export type DashboardWidget = z.infer<typeof dashboardWidget>;
export type MetricWidget = z.infer<typeof metricWidget>;
export type ChartWidget = z.infer<typeof chartWidget>;
export type TableWidget = z.infer<typeof tableWidget>;
/** A widget that shows data, and so names what it stands on. */
export type DataWidget = Exclude<DashboardWidget, { type: 'text' }>;

export const dashboardPage = z.strictObject({ name: objectName, title, widgets: z.array(dashboardWidget).max(MOST_WIDGETS) });
export type DashboardPage = z.infer<typeof dashboardPage>;

/** A dashboard as written: pages of widgets on a grid, each bound to a metric or a certified derivation by name. */
export const dashboardSpec = z.strictObject({
  specVersion: z.literal('1.0'),
  kind: z.literal('Dashboard'),
  name: objectName,
  title,
  description: z.string().max(4096).optional(),
  variables: z.array(dashboardVariable).max(50).default([]),
  pages: z.array(dashboardPage).min(1).max(20),
  /** How often a viewer should ask again. */
  refresh: z.strictObject({ interval: z.enum(['off', '30s', '1m', '5m', '15m', '1h', '1d']) }).default({ interval: 'off' }),
});
export type DashboardSpec = z.infer<typeof dashboardSpec>;
