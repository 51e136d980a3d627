import { z } from 'zod';
import { digest, objectName } from '../json';

/**
 * What an author says a table shows. Which roles and facts a kind knows, and whether the columns fit, is the
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

/** What a job of `suggestClaim` gives: a draft for its author to correct. It declares the cautious reading of the rows. */
export const claimSuggestion = z.object({
  derivation: objectName,
  /** The run whose rows were read: the certified one, else the newest. */
  run: z.uuid(),
  data_hash: digest,
  claim,
  /** Why each line is there; `pointer` is a JSON pointer into `claim`. */
  lines: z.array(z.object({ pointer: z.string(), reason: z.string() })),
  /** Set where there were too many rows: how many were read, of how many. */
  sample: z.object({ rows: z.int(), of: z.int() }).nullable(),
});
export type ClaimSuggestion = z.infer<typeof claimSuggestion>;
