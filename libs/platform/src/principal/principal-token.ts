import { principal, SERVICES } from '@svc/contracts';
import { z } from 'zod';

/** Longest life of a signed principal: long enough for one request, too short to be worth stealing. */
export const MAX_LIFE_MS = 5 * 60_000;

/** Longest token: room for some two hundred groups. */
export const MAX_TOKEN_CHARS = 16_384;

/** What a service signs: who is calling, who says so, and for how long. */
export const principalClaims = z.strictObject({
  v: z.literal(1),
  iss: z.enum(SERVICES),
  /** Epoch milliseconds. */
  iat: z.int(),
  exp: z.int(),
  principal,
  /** The job on whose behalf a service speaks for a stored principal; its id names the service. */
  job: z.string().max(100).optional(),
});
export type PrincipalClaims = z.infer<typeof principalClaims>;

/**
 * The bytes under the signature. The prefix keeps a signature made for anything else from being read as a principal.
 * Token: `<base64url claims>.<base64url signature>`.
 */
export function signedBytes(encodedClaims: string): Buffer {
  return Buffer.from(`svc.principal/v1\n${encodedClaims}`);
}
