import { platformConfig } from '@svc/platform';
import { z } from 'zod';
import { isIssuer } from './oidc/issuer';
import { rolesByGroup } from './oidc/roles-by-group';

const MiB = 1024 * 1024;
const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** The environment of the gateway: the platform's variables and its own. */
export const configSchema = platformConfig
  .extend({
    SVC_WAREHOUSE: z
      .string()
      .min(1)
      .default('.svc/warehouse')
      .describe('the directory of the warehouse, the same for every service'),
    AUDIT_MODE: z
      .enum(['required', 'best-effort'])
      .default('required')
      .describe(
        '"required": no answer leaves before its audit record is written; "best-effort": records follow as they can',
      ),
    SVC_AUDIT_PATIENCE_MS: z.coerce
      .number()
      .int()
      .min(100)
      .default(3_000)
      .describe('how long an answer waits for its audit record before it becomes a 503'),
    SVC_AUDIT_SALT: z
      .string()
      .min(1)
      .optional()
      .describe(
        'the file with the 32-byte salt under which the audit log holds digests of what callers sent, the same for every gateway; created on first use; unset: no such digests',
      ),
    SVC_BOOTSTRAP_TOKEN_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('a file with the first admin token; created with mode 0600 if neither the file nor any token exists'),
    SVC_TRACKING_URL: z
      .url({ protocol: /^http$/ })
      .optional()
      .describe('the address of model-service, http://host:port, which has MLflow; unset: /ml-tracking/ answers 503'),
    SVC_PUBLIC_URL: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        'the address that browsers use, such as https://svc.example.org; needed behind https and for signing in by an identity provider',
      ),
    SVC_SESSION_IDLE_HOURS: z.coerce
      .number()
      .positive()
      .max(8760)
      .default(12)
      .describe('hours without a request after which a browser session ends'),
    SVC_SESSION_HOURS: z.coerce
      .number()
      .positive()
      .max(8760)
      .default(168)
      .describe('maximum number of hours that a browser session lasts'),
    SVC_SIGN_IN_PASSWORD: flag.default(true).describe('"false": people sign in by the identity provider only'),
    SVC_SIGN_IN_ATTEMPTS: z.coerce
      .number()
      .int()
      .min(1)
      .default(10)
      .describe(
        'wrong passwords allowed in 15 minutes for one login from one address, and with each browser known to it',
      ),
    SVC_SIGN_IN_ATTEMPTS_LOGIN: z.coerce
      .number()
      .int()
      .min(1)
      .default(100)
      .describe(
        'wrong passwords allowed in 15 minutes for one login with unknown browsers, from all addresses together',
      ),
    SVC_SIGN_IN_ATTEMPTS_ADDRESS: z.coerce
      .number()
      .int()
      .min(1)
      .default(100)
      .describe('wrong passwords allowed in 15 minutes from one address, for all logins together'),
    SVC_OIDC_ISSUER: z
      .string()
      .refine(isIssuer, 'must be an https URL, or http on this machine')
      .optional()
      .describe('the issuer URL of the identity provider, exactly as it writes it'),
    SVC_OIDC_CLIENT_ID: z
      .string()
      .min(1)
      .optional()
      .describe('the client id of this installation at the identity provider'),
    SVC_OIDC_CLIENT_SECRET: z
      .string()
      .min(1)
      .optional()
      .describe('the secret that goes with SVC_OIDC_CLIENT_ID; left out for a public client'),
    SVC_OIDC_SCOPES: z
      .string()
      .regex(/^openid( [\x21\x23-\x5b\x5d-\x7e]+)*$/)
      .default('openid profile email')
      .describe('the scopes to request, beginning with openid'),
    SVC_OIDC_GROUPS_CLAIM: z.string().min(1).default('groups').describe('the claim that lists the groups of a person'),
    SVC_OIDC_ROLES: z
      .string()
      .default('{}')
      .transform(rolesByGroup)
      .describe(
        'a JSON object of role and groups, such as {"admin": ["svc-admins"], "editor": ["analysts"]}; everybody else is a viewer',
      ),
    SVC_OIDC_REQUIRED_GROUP: z.string().min(1).optional().describe('only members of this group may sign in'),
    SVC_MAX_BODY_BYTES: z.coerce
      .number()
      .int()
      .min(1024)
      .default(10 * MiB)
      .describe('the largest JSON body'),
    SVC_MAX_UPLOAD_BYTES: z.coerce
      .number()
      .int()
      .min(1024)
      .default(10 * 1024 * MiB)
      .describe('the largest uploaded file'),
    SVC_UPLOADS_PER_CALLER_BYTES: z.coerce
      .number()
      .int()
      .min(1024)
      .default(20 * 1024 * MiB)
      .describe('maximum size of the unfinished uploads of one caller together, in each gateway process'),
    SVC_IDLE_BODY_MS: z.coerce
      .number()
      .int()
      .min(100)
      .default(30_000)
      .describe('milliseconds without a byte after which a request body is refused'),
    SVC_RATE_LIMIT: z.coerce
      .number()
      .int()
      .min(1)
      .default(6_000)
      .describe('requests per minute for each person, and for each token without an owner, in each gateway process'),
    SVC_RATE_LIMIT_ANONYMOUS: z.coerce
      .number()
      .int()
      .min(1)
      .default(600)
      .describe('requests per minute for each address without a valid token'),
    SVC_TRUSTED_PROXIES: z.coerce
      .number()
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('how many proxies in front set X-Forwarded-For'),
    SVC_API_DOCS: flag.default(true).describe('whether /api/docs and /api/openapi.json are served'),
  })
  .superRefine((it, context) => {
    if (it.SVC_OIDC_ISSUER === undefined) return;
    for (const name of ['SVC_OIDC_CLIENT_ID', 'SVC_PUBLIC_URL'] as const)
      if (it[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is needed with SVC_OIDC_ISSUER' });
  });

export type Config = Readonly<z.output<typeof configSchema>>;
