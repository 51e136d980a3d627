import { platformConfig } from '@svc/platform';
import { z } from 'zod';
import { sealingKeys } from './webhook/secret-box';

/** The environment of model-service: the platform's variables and its own. */
export const configSchema = platformConfig.extend({
  SVC_WAREHOUSE: z.string().min(1).describe('the directory of the warehouse, shared by all services'),
  SVC_WEBHOOK_KEY: z
    .string()
    .refine((text) => sealingKeys(text) !== null, 'must be 32 bytes in base64, or several with commas')
    .describe(
      'the key that encrypts secrets of webhooks: 32 bytes in base64, best from a file; former keys after it, with commas',
    ),
  SVC_WEBHOOK_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe('true to allow webhooks to this machine, over plain http too'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
