interface Presence {
  readonly askedAt: number;
  /** How long a caller's work takes: the maximum of the last piece and half of the previous value. A statement is a short piece and a long one. */
  readonly tookMs: number;
}

/** A caller without requests for this long is absent. A person pauses longer between two questions; a page does not. */
const STAYS_MS = 1_000;
/** Waiting this long for something does no harm. */
const SHORT_MS = 50;

/** Which callers are active, judging by recent requests, and whose work occupies a worker for longer than others should wait. */
export class CallerPresence {
  /** In the order of their last request. */
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

  /** Milliseconds for which somebody else still counts as active; 0 when nobody does. */
  othersStay(caller: string): number {
    let until = 0;
    for (const [other, { askedAt }] of this.callers) if (other !== caller) until = Math.max(until, askedAt + STAYS_MS);
    return Math.max(0, until - this.now());
  }

  /** Whether their work takes long, or a piece of it that has run for so long already. */
  isSlow(caller: string, runningMs: number): boolean {
    return Math.max(this.callers.get(caller)?.tookMs ?? 0, runningMs) > SHORT_MS;
  }
}
