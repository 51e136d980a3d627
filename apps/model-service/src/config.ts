import { platformConfig } from '@svc/platform';
import { z } from 'zod';
import { sealingKeys } from './webhook/secret-box';

const texts = z.record(z.string(), z.string());

function textsIn(text: string, context: z.RefinementCtx): Readonly<Record<string, string>> {
  try {
    return texts.parse(JSON.parse(text));
  } catch {
    context.addIssue('must be a JSON object of texts');
    return z.NEVER;
  }
}

/** The environment of model-service: the platform's variables and its own. */
export const configSchema = platformConfig.extend({
  SVC_WAREHOUSE: z.string().min(1).describe('the directory of the warehouse, shared by all services'),
  SVC_REDIS_URL: z.url({ protocol: /^rediss?$/ }).describe('a redis://host:port URL'),
  PATH: z.string().default('').describe('directories to search for bwrap before /usr/bin and /bin'),
  SVC_PYTHON_SOURCES: z
    .string()
    .min(1)
    .optional()
    .describe('the folder with provision.py, svc_host and svc_engines; without it there is no training'),
  SVC_ENGINES: z
    .string()
    .min(1)
    .default('.svc/engines')
    .describe('the folder for the environments of engines, each installed when the first training needs it'),
  SVC_PIP_ENVIRONMENT: z
    .string()
    .default('{}')
    .transform(textsIn)
    .describe('a JSON object of variables for pip, which installs engines, such as {"PIP_INDEX_URL": "https://…"}'),
  SVC_TRAINING_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(1).describe('trainings that run at once'),
  SVC_TRAINING_MEMORY_MB: z.coerce.number().int().min(512).default(4096).describe('memory of one training'),
  SVC_TRAINING_THREADS: z.coerce.number().int().min(1).max(256).default(1).describe('threads of one training'),
  SVC_MAX_TRAININGS_PER_CALLER: z.coerce
    .number()
    .int()
    .min(1)
    .default(5)
    .describe('maximum number of unfinished trainings of one caller'),
  SVC_INFERENCE_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(3650)
    .default(30)
    .describe('days that invocations are kept in the inference table'),
  SVC_TRACKING_POSTGRES_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('the database of the tracking server, best with a role of its own that owns the schema "tracking"'),
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
