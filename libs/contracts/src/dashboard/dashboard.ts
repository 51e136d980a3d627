import { z } from 'zod';
import { rowSet } from '../dataset/dataset';
import { digest, objectName, sourceName, timestamp } from '../json';
import { provenance } from '../metric/metric';
import { exportDocument } from '../named-object/named-object';
import { problem } from '../problem/problem';
import { dashboardSpec } from './dashboard-spec';
import { dashboardVariable, variableOption, variableValue } from './dashboard-variable';

const version = z.int().positive();

/** A version that readers see, since when, and by whom. */
const publication = z.object({ version, author: z.string(), published_at: timestamp });

/**
 * A dashboard: the newest saved version, and the one that is published. Callers who may not change dashboards see the
 * published one instead of the draft.
 */
export const dashboard = z.object({
  name: objectName,
  /** `draft`: never published. `changed`: saved again since it was published. */
  status: z.enum(['draft', 'published', 'changed']),
  version,
  spec: dashboardSpec,
  published: publication.extend({ spec: dashboardSpec }).nullable(),
  /** Over the specification and the number of the published version. */
  etag: digest,
  owner: z.string(),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Dashboard = z.infer<typeof dashboard>;

/** A dashboard in a list. */
export const dashboardSummary = dashboard
  .omit({ spec: true, published: true })
  .extend({ title: z.string(), pages: z.array(objectName), published: publication.nullable() });
export type DashboardSummary = z.infer<typeof dashboardSummary>;

/** A former specification of a dashboard; kept when the dashboard is deleted. */
export const dashboardVersion = z.object({
  version,
  title: z.string(),
  author: z.string(),
  created_at: timestamp,
  change: z.string(),
  publications: z.array(publication.omit({ version: true })),
});
export type DashboardVersion = z.infer<typeof dashboardVersion>;

/** What a reader may choose from. */
export const offeredOptions = z.object({
  /**
   * `any`: every value of the variable's type. `list`: these and no others. `derivation`: the current values in the
   * derivation.
   */
  from: z.enum(['any', 'list', 'derivation']),
  values: z.array(variableOption),
  /** True if there are more values: beyond the maximum, or of a kind that the variable cannot take. */
  truncated: z.boolean(),
  /** The certificate of the derivation that offered the values; empty for the others. */
  sources: z.array(provenance),
});
export type OfferedOptions = z.infer<typeof offeredOptions>;

const tile = { id: objectName, type: z.enum(['metric', 'chart', 'map', 'table', 'text', 'filter']), title: z.string() };

/** What a widget shows now. Numbers are returned only with the certificates that they depend on. */
export const tileData = z.discriminatedUnion('state', [
  /** Every source is certified at this moment. */
  z.object({
    ...tile,
    state: z.literal('answered'),
    answer: rowSet.extend({ sql: z.string(), cached: z.boolean() }),
    sources: z.array(provenance).min(1),
  }),
  /** Some source is not certified now; there is no number to show. */
  z.object({
    ...tile,
    state: z.literal('uncertified'),
    sources: z.array(z.object({ name: sourceName, reason: z.string() })),
  }),
  /** The tile has no answer for another reason; other tiles do. */
  z.object({ ...tile, state: z.literal('failed'), problem }),
  z.object({ ...tile, state: z.literal('text'), content: z.string() }),
  /** A variable, what is chosen for it on this page, and what there is to choose from. */
  z.object({
    ...tile,
    state: z.literal('filter'),
    variable: z.object({
      name: objectName,
      label: z.string(),
      type: dashboardVariable.shape.type,
      control: dashboardVariable.shape.control,
    }),
    value: variableValue,
    options: offeredOptions,
  }),
]);
export type TileData = z.infer<typeof tileData>;

/** A page with the values of all its widgets, in their order. */
export const pageData = z.object({
  dashboard: objectName,
  version,
  published: z.boolean(),
  page: z.object({ name: objectName, title: z.string() }),
  /** The variables that the tiles were queried with: those given, and defaults for the rest. */
  variables: z.record(objectName, variableValue),
  tiles: z.array(tileData),
});
export type PageData = z.infer<typeof pageData>;

/** A dashboard as a self-contained file: every version, and every page with its values and certificates. */
export const dashboardExport = exportDocument('dashboard', {
  dashboard,
  versions: z.array(dashboardVersion.extend({ spec: dashboardSpec })),
  /** By page, with the default variables. */
  values: z.record(objectName, pageData),
});
export type DashboardExport = z.infer<typeof dashboardExport>;
