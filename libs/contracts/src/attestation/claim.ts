import { z } from 'zod';
import { digest, objectName } from '../json';

/**
 * An author's statement about a table. Which roles and facts a kind has, and whether the columns fit, is the
 * oracle's to judge (`@svc/oracle`), so that a typo gets a "did you mean".
 */
export const claim = z.strictObject({
  question: z.string().min(1).max(2000),
  kind: z.string().min(1).max(64),
  /** Role → column, columns, or a number where the role is a threshold. */
  roles: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  declared: z.record(z.string(), z.json()).default({}),
});
export type Claim = z.infer<typeof claim>;

/** The result of a job of `suggestClaim`: a draft for its author to correct, with conservative declarations. */
export const claimSuggestion = z.object({
  derivation: objectName,
  /** The run whose rows were read: the certified one, else the newest. */
  run: z.uuid(),
  data_hash: digest,
  claim,
  /** Why each line is there; `pointer` is a JSON pointer into `claim`. */
  lines: z.array(z.object({ pointer: z.string(), reason: z.string() })),
  /** Set if there were too many rows: how many were read, of how many. */
  sample: z.object({ rows: z.int(), of: z.int() }).nullable(),
});
export type ClaimSuggestion = z.infer<typeof claimSuggestion>;
