import { dashboardSpec, type Json, json } from '@svc/contracts';
import { z } from 'zod';

const schema = z.record(z.string(), json);

/** The JSON Schema (2020-12) of a dashboard's source, for editors and other tools. */
export function dashboardJsonSchema(): Record<string, Json> {
  return schema.parse({
    title: 'svc dashboard',
    ...z.toJSONSchema(dashboardSpec, { io: 'input', target: 'draft-2020-12' }),
  });
}
