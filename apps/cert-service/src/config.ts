import { platformConfig } from '@svc/platform';
import { z } from 'zod';

/** The environment of cert-service: the platform's variables and its own. */
export const configSchema = platformConfig.extend({
  SVC_CERTIFICATE_KEY: z
    .string()
    .min(1)
    .default('.svc/certificate.key')
    .describe('the file with the 32-byte seed that signs certificates; created on first use'),
  SVC_CHECKPOINT_KEY: z
    .string()
    .min(1)
    .default('.svc/checkpoint.key')
    .describe('the file with the seed that signs checkpoints of the audit log; not the certificate key'),
  SVC_AUDIT_DIR: z.string().min(1).default('.svc/audit').describe('the directory of the audit log'),
  SVC_AUDIT_SEGMENT_BYTES: z.coerce
    .number()
    .int()
    .min(4096)
    .default(16 * 1024 * 1024)
    .describe('the size at which a file of the audit log is sealed'),
  SVC_AUDIT_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('days after which sealed files of the audit log are archived in the warehouse and removed; unset: never'),
  SVC_CHECKPOINT_RECORDS: z.coerce
    .number()
    .int()
    .min(1)
    .default(10_000)
    .describe('records after which the audit log is signed'),
  SVC_CHECKPOINT_SECONDS: z.coerce
    .number()
    .int()
    .min(1)
    .max(86_400)
    .default(10)
    .describe('seconds after which the audit log is signed if it has grown'),
  SVC_ANCHOR_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .default(60)
    .describe('the minimum number of seconds between two published checkpoints'),
  SVC_ANCHOR_FILE: z.string().min(1).optional().describe('a file that receives the newest published checkpoint'),
  SVC_ANCHOR_STORE: z
    .string()
    .min(1)
    .optional()
    .describe('a folder, such as a mounted bucket, that receives every published checkpoint'),
  SVC_ANCHOR_BUCKET: z
    .string()
    .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.\-/]*)?$/)
    .optional()
    .describe(
      'a bucket of an S3-compatible object store, as s3://bucket/folder, that receives every published checkpoint',
    ),
  SVC_ANCHOR_BUCKET_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the endpoint of that store, if it is not Amazon’s'),
  SVC_ANCHOR_BUCKET_REGION: z.string().min(1).default('us-east-1').describe('its region'),
  SVC_ANCHOR_BUCKET_KEY: z
    .string()
    .regex(/^[^:\s]+:\S+$/)
    .optional()
    .describe('its access key as id:secret, best from a file; left out, the role of the machine or pod is used'),
  SVC_ANCHOR_WEBHOOK: z.string().min(1).optional().describe('an https URL that checkpoints are posted to'),
  SVC_ANCHOR_WEBHOOK_LOOPBACK: z
    .stringbool()
    .default(false)
    .describe('true to allow an anchor webhook on this machine or over plain http'),
  SVC_ISSUER: z.string().min(1).max(200).default('svc').describe('the name that certificates give as their issuer'),
  SVC_PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('the public address of the service; printed certificates then link to their pictures'),
  PATH: z.string().default('').describe('directories to search for bwrap before /usr/bin and /bin'),
  SVC_WORKER_ISOLATION: z
    .enum(['bubblewrap', 'none'])
    .default('bubblewrap')
    .describe('none only where the pod or container isolates this service and nothing else runs in it'),
  SVC_ORACLE_MEMORY_MB: z.coerce
    .number()
    .int()
    .min(128)
    .default(2048)
    .describe('memory that one oracle process may use'),
  SVC_ORACLE_ROWS: z.coerce
    .number()
    .int()
    .min(1000)
    .default(1_000_000)
    .describe(
      'the largest number of rows that the oracle judges; of larger tables it judges a seeded sample of about this size, smaller for wide tables',
    ),
  SVC_MAX_JOBS_PER_CALLER: z.coerce
    .number()
    .int()
    .min(1)
    .default(20)
    .describe('maximum number of unfinished runs and checks of one caller'),
  SVC_ORACLE_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(1000)
    .default(120_000)
    .describe('the time limit of the oracle for one run'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
