import { principal, SERVICES } from '@svc/contracts';
import { z } from 'zod';

/** Longest life of a signed credential: long enough for one request, too short to be worth stealing. */
export const MAX_LIFE_MS = 5 * 60_000;

/** How long after somebody's request the jobs that it started may still speak for them. */
export const MAX_JOB_AGE_MS = 24 * 60 * 60_000;

/** Longest grant: room for some two hundred groups. */
export const MAX_TOKEN_CHARS = 16_384;

/** What keeps the signature of one kind of credential from being read as another. */
export const PURPOSE = { principal: 'svc.principal/v1', sender: 'svc.sender/v1' } as const;

const signed = {
  v: z.literal(1),
  iss: z.enum(SERVICES),
  /** Epoch milliseconds. */
  iat: z.int(),
  exp: z.int(),
};

/** Who is calling, as the gateway says of people and machines, and a service of itself. */
const own = z.strictObject({ ...signed, principal });

/**
 * Who is calling, as a service says that runs a job for them: `grant` is what the gateway signed when they asked for it,
 * unchanged. So a service speaks for those alone who have asked it for something.
 */
const forJob = z.strictObject({ ...signed, job: z.string().max(100), grant: z.string() });

/** What a credential in the header `svc-principal` says. */
export const principalClaims = z.union([own, forJob]);
export type PrincipalClaims = z.infer<typeof principalClaims>;

/** What the header `svc-sender` says: this service sends a message to this subject. */
export const senderClaims = z.strictObject({ ...signed, to: z.string().max(300) });
export type SenderClaims = z.infer<typeof senderClaims>;
