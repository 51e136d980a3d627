import { z } from 'zod';
import { endpoint } from '../endpoint/endpoint';
import { objectName } from '../json';
import { firstAccessShape, GROUPS_FIT, groupsFit } from '../object-access/object-access';

/** An Open Semantic Interchange document; the version it names decides which schema it must satisfy. */
const osiDocument = z.looseObject({ version: z.string(), semantic_model: z.array(z.json()) });
export type OsiDocument = z.infer<typeof osiDocument>;

/** Not transformed into an object, because the gateway and the service both validate the same message. */
const flag = z.enum(['true', 'false']).default('false');

/** `store_sales=sales,customer=customers`: which derivation to use for which dataset. */
const sourceMap = z
  .string()
  .max(4096)
  .regex(/^[^=,]+=[a-z][a-z0-9_]*(,[^=,]+=[a-z][a-z0-9_]*)*$/, 'expects dataset=derivation, several with commas');

export const exportOsi = endpoint({
  name: 'metric.export_osi',
  summary: 'Every metric as an OSI 0.1.1 document, with its exact definition in a COMMON extension',
  method: 'GET',
  path: '/api/metrics/osi',
  subject: 'svc.metrics.metric.export_osi',
  response: osiDocument,
  access: { scope: 'metric:read' },
});

/** What was left out, with its pointer in the document and the reason. */
const osiSkipped = z.object({ pointer: z.string(), name: z.string(), reason: z.string() });

export const importOsi = endpoint({
  name: 'metric.import_osi',
  summary: 'Defines the metrics of an OSI document (0.1.1 or 0.2.0.dev0), all of them or none',
  method: 'POST',
  path: '/api/metrics/osi',
  subject: 'svc.metrics.metric.import_osi',
  timeoutMs: 60_000,
  query: z
    .strictObject({
      /** Defines what can be read and lists the rest. */
      partial: flag,
      /** Overwrites metrics whose definition differs. */
      replace: flag,
      sources: sourceMap.optional(),
      ...firstAccessShape,
    })
    .refine(groupsFit, GROUPS_FIT),
  body: z.record(z.string(), z.json()),
  response: z.object({
    created: z.array(objectName),
    updated: z.array(objectName),
    unchanged: z.array(objectName),
    skipped: z.array(osiSkipped),
    /** Fields that metrics cannot be grouped by here, because no column corresponds to them. */
    unused_fields: z.array(osiSkipped),
  }),
  problems: ['invalid-metric', 'uncertified-source', 'conflict', 'unavailable'],
  access: { scope: 'metric:write' },
  records: ['visibility', 'groups'],
  idempotencyKey: true,
});
