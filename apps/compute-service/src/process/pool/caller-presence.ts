interface Presence {
  readonly askedAt: number;
  /** How long their work takes: the last piece, or half of what it was before. A statement is a short piece and a long one. */
  readonly tookMs: number;
}

/** Who has not asked for so long is not there. Between two questions of a person there is more; of a page there is not. */
const STAYS_MS = 1_000;
/** Waiting for something this long is no harm. */
const SHORT_MS = 50;

/** Which callers are there, by what they asked lately, and whose work keeps a worker for longer than others like to wait. */
export class CallerPresence {
  /** In the order in which they asked last. */
  private readonly callers = new Map<string, Presence>();

  constructor(private readonly now: () => number) {}

  asked(caller: string): void {
    const tookMs = this.callers.get(caller)?.tookMs ?? 0;
    this.callers.delete(caller);
    this.callers.set(caller, { askedAt: this.now(), tookMs });
    for (const [other, { askedAt }] of this.callers) {
      if (askedAt + STAYS_MS > this.now()) return;
      this.callers.delete(other);
    }
  }

  ended(caller: string, tookMs: number): void {
    const known = this.callers.get(caller);
    if (known !== undefined) this.callers.set(caller, { ...known, tookMs: Math.max(tookMs, known.tookMs / 2) });
  }

  /** Milliseconds for which somebody else counts as being there; 0 when nobody does. */
  othersStay(caller: string): number {
    let until = 0;
    for (const [other, { askedAt }] of this.callers) if (other !== caller) until = Math.max(until, askedAt + STAYS_MS);
    return Math.max(0, until - this.now());
  }

  /** Does their work take long, or does a piece of it that has run for so long already? */
  isSlow(caller: string, runningMs: number): boolean {
    return Math.max(this.callers.get(caller)?.tookMs ?? 0, runningMs) > SHORT_MS;
  }
}
