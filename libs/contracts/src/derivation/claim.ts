import { z } from 'zod';

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
