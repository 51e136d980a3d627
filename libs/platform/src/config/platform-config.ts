import { z } from 'zod';

const port = z.coerce.number().int().min(0).max(65_535);
const url = (protocols: RegExp) => z.url({ protocol: protocols });

/**
 * The environment that every service reads. An app extends it with its own variables:
 * `platformConfig.extend({ SVC_QUERY_POOL_SIZE: z.coerce.number().int().default(2) })`.
 * The description of a variable is shown to the operator if it is missing or wrong.
 */
export const platformConfig = z.object({
  SVC_NATS_URL: z
    .string()
    .min(1)
    .default('nats://127.0.0.1:4222')
    .describe('one or more nats://host:port or tls://host:port, comma separated; credentials may be in the URL'),
  SVC_NATS_USER: z
    .string()
    .optional()
    .describe('the NATS user of this service; it may subscribe to its own subjects only'),
  SVC_NATS_PASSWORD: z.string().optional().describe('the password of SVC_NATS_USER'),
  SVC_POSTGRES_URL: url(/^postgres(ql)?$/)
    .optional()
    .describe('a postgres://user:password@host:port/database URL'),
  SVC_POSTGRES_PATIENCE_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(5_000)
    .describe('how long a request waits for a database connection before it becomes a 503'),
  SVC_REDIS_URL: url(/^rediss?$/)
    .optional()
    .describe('a redis://host:port URL'),
  SVC_HTTP_HOST: z.string().min(1).default('127.0.0.1').describe('the address to listen on; 0.0.0.0 in a container'),
  SVC_HTTP_PORT: port.default(0).describe('a port number; 0 lets the system choose'),
  SVC_METRICS_HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('the address on which /metrics is served; one that only the scraper reaches'),
  SVC_METRICS_PORT: port.default(0).describe('the port of /metrics, which needs no token; 0 lets the system choose'),
  SVC_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('how much to log'),
  SVC_PRINCIPAL_KEY_FILE: z
    .string()
    .min(1)
    .describe("a file with this service's Ed25519 private key: the 32-byte seed in base64"),
  SVC_PRINCIPAL_KEYRING_FILE: z
    .string()
    .min(1)
    .describe(
      'a JSON file {service: base64 Ed25519 public key} with a row for every service; a list of keys while one is changed',
    ),
  SVC_WAREHOUSE: z.string().min(1).optional().describe('the directory or URL of the warehouse'),
  SVC_DISK_RESERVE: z
    .string()
    .regex(/^\d{1,15}(\.\d{1,6})?(%|KiB|MiB|GiB|TiB)?$/)
    .default('5%')
    .describe(
      "what stays free of the warehouse's disk for Postgres, the audit log and logs: 2GiB, 512MiB, or 5% (64 MiB to 4 GiB)",
    ),
  SVC_WORK_DISK_TOTAL_MB: z.coerce
    .number()
    .int()
    .min(64)
    .default(65_536)
    .describe('disk that all running work may use together: uploads, staged files, spill and scratch'),
  SVC_MAX_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000)
    .default(64)
    .describe('concurrent requests of one handler before it answers "overloaded"'),
  SVC_SHUTDOWN_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(10_000)
    .describe('milliseconds that running work gets to finish after SIGTERM'),
});

/** The parsed, frozen environment of a service. */
export type PlatformConfig = Readonly<z.output<typeof platformConfig>>;
