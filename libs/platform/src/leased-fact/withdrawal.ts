import type { LeaseTerms } from './lease-terms';

/**
 * One change of a fact, from its commit until nobody can use what was before: the rules of the owner, without clocks and
 * messages. `now` is the monotonic time of the process that makes the change.
 */
export class Withdrawal {
  private silent: Set<string> | null = null;

  /** `committedAt` is a moment after the change became visible to every later reading. */
  constructor(
    private readonly terms: LeaseTerms,
    private readonly committedAt: number,
  ) {}

  /** To be called with holders that were listed after the commit: who registers later reads what is new. */
  listed(holders: readonly string[]): void {
    this.silent = new Set(holders);
  }

  confirmed(holder: string): void {
    this.silent?.delete(holder);
  }

  /** Those who may still use what was before, as far as they have said. */
  get unheard(): readonly string[] {
    return [...(this.silent ?? [])];
  }

  /** Whether every holder has confirmed, or every lease from before the commit has run out. */
  isOver(now: number): boolean {
    return this.silent?.size === 0 || this.msLeft(now) <= 0;
  }

  /** Until every lease from before the commit has run out. */
  msLeft(now: number): number {
    return this.committedAt + this.terms.leaseMs + this.terms.marginMs - now;
  }
}
