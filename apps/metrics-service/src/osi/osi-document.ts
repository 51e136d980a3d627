import { z } from 'zod';

/** The parts of a valid document from which metrics are read. The schema has been checked; this adds types. */
const expression = z.object({ dialects: z.array(z.object({ dialect: z.string(), expression: z.string() })) });
const extension = z.object({ vendor_name: z.string(), data: z.string() });

const field = z.object({
  name: z.string(),
  expression,
  dimension: z.object({ is_time: z.boolean().optional() }).optional(),
  datatype: z.string().optional(),
});
export type OsiField = z.infer<typeof field>;

const dataset = z.object({ name: z.string(), source: z.string(), fields: z.array(field).default([]) });
export type OsiDataset = z.infer<typeof dataset>;

const relationship = z.object({
  name: z.string(),
  from: z.string(),
  to: z.string(),
  from_columns: z.array(z.string()),
  to_columns: z.array(z.string()),
});

const metric = z.object({
  name: z.string(),
  expression,
  description: z.string().optional(),
  ai_context: z.json().optional(),
  custom_extensions: z.array(extension).default([]),
});
export type OsiMetric = z.infer<typeof metric>;

const model = z.object({
  name: z.string(),
  datasets: z.array(dataset),
  relationships: z.array(relationship).default([]),
  metrics: z.array(metric).default([]),
});
export type OsiModel = z.infer<typeof model>;

export const osiContent = z.object({ version: z.string(), semantic_model: z.array(model) });
export type OsiContent = z.infer<typeof osiContent>;

/** The vendor under which the exact definition travels; 0.1.1 allows no name of our own. */
export const OUR_VENDOR = 'COMMON';
/** Our key inside that extension. */
export const OUR_KEY = 'svc.metric/v1';
