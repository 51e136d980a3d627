import { platformConfig } from '@svc/platform';
import { z } from 'zod';

/** The environment of metrics-service. */
export const configSchema = platformConfig.extend({
  SVC_WAREHOUSE: z
    .string()
    .min(1)
    .default('.svc/warehouse')
    .describe(
      'the directory of the warehouse, the same for every service; answers too large for a message pass through it',
    ),
  SVC_METRIC_CACHE_MB: z.coerce
    .number()
    .int()
    .min(0)
    .default(32)
    .describe('size of the answers that one process keeps; 0 for none'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
