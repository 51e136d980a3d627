import { z } from 'zod';
import { objectName, sourceName } from '../json';
import { FILLS, grain, metricCondition } from '../metric/metric';

/** Columns of a page's grid, unless the page says that it has fewer. */
export const GRID_COLUMNS = 24;

const title = z.string().min(1).max(256);
const columnName = z.string().min(1).max(256);

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
export const widgetBind = z
  .strictObject({
    metric: objectName.optional(),
    groupBy: z.array(columnName).max(10).optional(),
    grain: grain.optional(),
    timezone: z.string().min(1).max(64).optional(),
    fill: z.enum(FILLS).optional(),
    derivation: sourceName.optional(),
    /** Of the derivation, in this order. Default: all. */
    columns: z.array(columnName).min(1).max(50).optional(),
    filters: z.array(metricCondition).max(50).default([]),
    order: z
      .array(z.strictObject({ by: columnName, direction: z.enum(['asc', 'desc']).default('asc') }))
      .max(10)
      .default([]),
    limit: z.int().min(1).max(5000).optional(),
  })
  .superRefine((bind, context) => {
    const wrong = (member: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [member], message });
    if ((bind.metric === undefined) === (bind.derivation === undefined))
      wrong('metric', 'exactly one of "metric" and "derivation" is needed');
    const foreign =
      bind.metric === undefined ? (['groupBy', 'grain', 'timezone', 'fill'] as const) : (['columns'] as const);
    for (const member of foreign)
      if (bind[member] !== undefined)
        wrong(member, `is not for a ${bind.metric === undefined ? 'derivation' : 'metric'}`);
  });
export type WidgetBind = z.infer<typeof widgetBind>;

const gridPos = z
  .strictObject({
    x: z
      .int()
      .min(0)
      .max(GRID_COLUMNS - 1),
    y: z.int().min(0).max(500),
    w: z.int().min(1).max(GRID_COLUMNS),
    h: z.int().min(1).max(60),
  })
  .refine((it) => it.x + it.w <= GRID_COLUMNS, {
    path: ['w'],
    message: `reaches over the right edge: x + w is at most ${GRID_COLUMNS}`,
  });

/**
 * What the viewer application does when a reader selects something in a widget. The service checks that everything
 * named exists, and does nothing else: the viewer then requests a page with variables, as always.
 */
export const widgetInteractions = z.strictObject({
  /** Puts the selected values into variables: each from a column of the widget's answer. */
  crossFilter: z
    .strictObject({
      emit: z.record(objectName, columnName).refine((it) => Object.keys(it).length > 0, 'names no variable'),
    })
    .optional(),
  /** Goes to a page of this dashboard (`page:details`) or to another dashboard (`dashboard:planes`), and takes variables along. */
  drillThrough: z
    .strictObject({
      target: z
        .string()
        .regex(/^(page|dashboard):[a-z][a-z0-9_]{0,127}$/, 'expects "page:" or "dashboard:" and a name'),
      carry: z.array(objectName).max(50).default([]),
    })
    .optional(),
  /**
   * Drills down to the next dimension of the metric within the selected value, which is put into the variable `param`.
   */
  drillDown: z.strictObject({ hierarchy: z.array(columnName).min(2).max(10), param: objectName }).optional(),
});
export type WidgetInteractions = z.infer<typeof widgetInteractions>;

const placed = { id: objectName, title: title.optional(), gridPos };
const bound = { ...placed, bind: widgetBind, interactions: widgetInteractions.optional() };
const channel = z.strictObject({ field: columnName, title: title.optional() });
const measured = channel.extend({ format: numberFormat.optional() });

/** One number: the first of the answer, or that of the named column. */
const metricWidget = z.strictObject({
  ...bound,
  type: z.literal('metric'),
  viz: z.strictObject({ field: columnName.optional(), format: numberFormat.optional() }).optional(),
});

/** A chart. Without encodings: the first column along x, the last along y, and one between them as the colour. */
const chartWidget = z.strictObject({
  ...bound,
  type: z.literal('chart'),
  viz: z.strictObject({
    mark: z.enum(['line', 'bar', 'area', 'point']),
    encoding: z.strictObject({ x: channel.optional(), y: measured.optional(), color: channel.optional() }).optional(),
    /** Bars and areas of the colours on top of each other. */
    stacked: z.boolean().optional(),
    /** Horizontal bars, so that long names stay readable. */
    horizontal: z.boolean().optional(),
  }),
});

/** Circles at degrees east and north (WGS 84): the area shows `size`, the colour a number or a name. */
const pointMap = z.strictObject({
  mark: z.literal('point'),
  encoding: z.strictObject({
    longitude: channel,
    latitude: channel,
    size: measured.optional(),
    color: measured.optional(),
  }),
});

/** Countries by code of ISO 3166-1 (two letters, three, or the number), each in the colour of its number. */
const regionMap = z.strictObject({
  mark: z.literal('region'),
  encoding: z.strictObject({ region: channel, color: measured }),
});

/** A map of the rows that have a place on it; the number of rows without one is shown. */
const mapWidget = z.strictObject({
  ...bound,
  type: z.literal('map'),
  viz: z.discriminatedUnion('mark', [pointMap, regionMap]),
});

const tableWidget = z.strictObject({
  ...bound,
  type: z.literal('table'),
  viz: z.strictObject({ columns: z.array(measured).min(1).max(50).optional() }).optional(),
});

/** Plain text, shown unchanged: no markup, no code. */
const textWidget = z.strictObject({ ...placed, type: z.literal('text'), content: z.string().max(16_384) });

/** A variable of the dashboard: what is chosen, and what there is to choose from. */
const filterWidget = z.strictObject({ ...placed, type: z.literal('filter'), variable: objectName });

export const dashboardWidget = z.discriminatedUnion('type', [
  metricWidget,
  chartWidget,
  mapWidget,
  tableWidget,
  textWidget,
  filterWidget,
]);
export type DashboardWidget = z.infer<typeof dashboardWidget>;
export type MetricWidget = z.infer<typeof metricWidget>;
export type ChartWidget = z.infer<typeof chartWidget>;
export type MapWidget = z.infer<typeof mapWidget>;
export type TableWidget = z.infer<typeof tableWidget>;
export type TextWidget = z.infer<typeof textWidget>;
export type FilterWidget = z.infer<typeof filterWidget>;
/** A widget that shows rows, and therefore names their source. */
export type DataWidget = MetricWidget | ChartWidget | MapWidget | TableWidget;
