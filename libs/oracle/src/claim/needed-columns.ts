import type { Claim } from './claim';

/** Columns beyond those named that the gates look at (segments, copies); more would cost more than they show. */
const MAX_OTHERS = 60;

/**
 * Columns to pull for a claim, in table order: those it names, and others that could be segments or reveal copied
 * rows. A wide table is cut to the first 60 others.
 */
export function neededColumns(claim: Claim, allColumns: readonly string[]): readonly string[] {
  const named = namedColumns(claim);
  let others = 0;
  return allColumns.filter((name) => named.has(name) || others++ < MAX_OTHERS);
}

/** Every column the claim mentions, in a role or in a fact. */
export function namedColumns(claim: Claim): ReadonlySet<string> {
  const facts: readonly unknown[] = Object.values(claim.declared);
  const mentioned: unknown[] = [...Object.values(claim.roles), ...facts];
  const { feature_times: times } = claim.declared;
  if (times !== undefined) mentioned.push(...Object.keys(times), ...Object.values(times));
  return new Set(mentioned.flat().filter((item): item is string => typeof item === 'string'));
}
