import { platformConfig } from '@svc/platform';
import { z } from 'zod';

/** The environment of cert-service: the platform's and its own. */
export const configSchema = platformConfig.extend({
  SVC_CERTIFICATE_KEY: z.string().min(1).default('.svc/certificate.key').describe('the file with the 32-byte seed that signs certificates; made on first use'),
  SVC_CHECKPOINT_KEY: z.string().min(1).default('.svc/checkpoint.key').describe('the file with the seed that signs checkpoints of the audit log; not the certificate key'),
  SVC_AUDIT_DIR: z.string().min(1).default('.svc/audit').describe('the directory of the audit log'),
  SVC_ISSUER: z.string().min(1).max(200).default('svc').describe('the name that certificates give as their issuer'),
  SVC_ORACLE_MEMORY_MB: z.coerce.number().int().min(128).default(2048).describe('memory that one oracle process may use'),
  SVC_ORACLE_TIMEOUT_MS: z.coerce.number().int().min(1000).default(120_000).describe('how long the oracle may think about one run'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
