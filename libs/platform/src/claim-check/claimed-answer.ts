import type { ClaimTicket } from './claimed-payload';

/**
 * An answer whose JSON a handler has put into the claim check store itself, because it never had it as values: rows
 * that another process wrote. MUST be JSON that fits the call's response; this side does not validate it again.
 */
export class ClaimedAnswer {
  constructor(readonly ticket: ClaimTicket) {}
}
