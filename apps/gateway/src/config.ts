import { platformConfig } from '@svc/platform';
import { z } from 'zod';

const MiB = 1024 * 1024;
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** The environment of the gateway: the platform's and its own. */
export const configSchema = platformConfig.extend({
  SVC_WAREHOUSE: z.string().min(1).default('.svc/warehouse').describe('the directory of the warehouse, the same for every service'),
  AUDIT_MODE: z
    .enum(['required', 'best-effort'])
    .default('required')
    .describe('"required": no answer leaves before its audit record is written; "best-effort": records follow as they can'),
  SVC_AUDIT_PATIENCE_MS: z.coerce.number().int().min(100).default(3_000).describe('how long an answer waits for its audit record before it becomes a 503'),
  SVC_AUDIT_SALT: z.string().min(1).optional().describe('the file with the 32-byte salt under which the audit log holds digests of what callers sent, the same for every gateway; made on first use; left out, there are no such digests'),
  SVC_BOOTSTRAP_TOKEN_FILE: z.string().min(1).optional().describe('a file with the first admin token; made, mode 0600, when there is neither the file nor any token'),
  SVC_MAX_BODY_BYTES: z.coerce.number().int().min(1024).default(10 * MiB).describe('the largest JSON body'),
  SVC_MAX_UPLOAD_BYTES: z.coerce.number().int().min(1024).default(10 * 1024 * MiB).describe('the largest uploaded file'),
  SVC_IDLE_BODY_MS: z.coerce.number().int().min(100).default(30_000).describe('a body that brings no byte for so long is given up'),
  SVC_RATE_LIMIT: z.coerce.number().int().min(1).default(6_000).describe('requests a minute for each token, in each gateway process'),
  SVC_RATE_LIMIT_ANONYMOUS: z.coerce.number().int().min(1).default(600).describe('requests a minute for each address without a valid token'),
  SVC_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0).describe('how many proxies in front set X-Forwarded-For'),
  SVC_API_DOCS: flag.default(true).describe('whether /api/docs and /api/openapi.json are served'),
});

export type Config = Readonly<z.output<typeof configSchema>>;
