import type { ClaimTicket } from './claimed-payload';

/**
 * An answer whose JSON a handler has put into the claim check store itself, because it never held it as values: rows that
 * another process wrote. MUST be JSON that fits the call's response; nobody looks at it again on this side.
 */
export class ClaimedAnswer {
  constructor(readonly ticket: ClaimTicket) {}
}
