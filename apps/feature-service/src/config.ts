import { platformConfig } from '@svc/platform';
import { z } from 'zod';

/** The environment of feature-service: the platform's variables and its own. */
export const configSchema = platformConfig.extend({
  SVC_WAREHOUSE: z.string().min(1).describe('the directory of the warehouse, shared by all services'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
