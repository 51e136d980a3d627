import { z } from 'zod';
import { objectName } from '../json';
import { dashboardVariable } from './dashboard-variable';
import { dashboardWidget, GRID_COLUMNS } from './dashboard-widget';

/** Most widgets on one page: each is a query. */
const MAX_WIDGETS = 60;

const title = z.string().min(1).max(256);

export const dashboardPage = z.strictObject({
  name: objectName,
  title,
  /** Of the page's grid, in which its widgets are placed; the page is as wide either way. Default: 24. */
  columns: z.int().min(1).max(GRID_COLUMNS).optional(),
  widgets: z.array(dashboardWidget).max(MAX_WIDGETS),
});
export type DashboardPage = z.infer<typeof dashboardPage>;

/**
 * A dashboard as written: pages of widgets on a grid, each bound to a metric or a certified derivation by name. There
 * is no widget for code or markup of one's own. Members that version 1.0 gained later are optional and stay absent
 * where they are not written, so that a specification keeps its entity tag.
 */
export const dashboardSpec = z.strictObject({
  specVersion: z.literal('1.0'),
  kind: z.literal('Dashboard'),
  name: objectName,
  title,
  description: z.string().max(4096).optional(),
  /** `auto`, the default, is what the reader's screen prefers; in files it is light. */
  theme: z.enum(['auto', 'light', 'dark']).optional(),
  variables: z.array(dashboardVariable).max(50).default([]),
  pages: z.array(dashboardPage).min(1).max(20),
  /** How often a viewer should ask again. */
  refresh: z
    .strictObject({ interval: z.enum(['off', '30s', '1m', '5m', '15m', '1h', '1d']) })
    .default({ interval: 'off' }),
});
export type DashboardSpec = z.infer<typeof dashboardSpec>;
