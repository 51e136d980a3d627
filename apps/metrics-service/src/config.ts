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
});

export type Config = Readonly<z.output<typeof configSchema>>;
