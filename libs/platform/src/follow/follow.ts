import { ProblemError } from '@svc/contracts';
import type { NatsLink } from '../nats/nats-link';

/** What following needs of NATS. */
export type FollowLink = Pick<NatsLink, 'subscribe'>;

export interface FollowOptions {
  /** Stops following; what is followed continues. */
  readonly signal?: AbortSignal;
  /** With it a change is seen within milliseconds; without, at the next poll. */
  readonly link?: FollowLink;
}

/** An answer to "what is new?". */
export interface Followed {
  /** Something is new: then more may come soon. */
  readonly changed: boolean;
  /** Nothing will be new after this. */
  readonly ended: boolean;
}

const POLL_MS = [100, 200, 400, 800, 1_500] as const;
const POLL_WITH_HINTS_MS = 2_000;
/** How long to keep following while the owning service restarts. */
const PATIENCE_MS = 30_000;

/**
 * Asks what is new, now and again on each hint on subject `wake`, until nothing more will come; yields each answer. Hints may
 * be lost, so it also asks from time to time. Rejects as `ask` does, but waits for a service that is away for half a minute.
 */
export async function* follow<T extends Followed>(
  ask: () => Promise<T>,
  wake: string,
  options: FollowOptions = {},
): AsyncGenerator<T, void, undefined> {
  const hints = new HintWaiter(options, wake);
  try {
    for (let polls = 0; options.signal?.aborted !== true; polls += 1) {
      hints.arm();
      const answer = await patiently(ask, hints);
      if (answer.changed) polls = 0;
      yield answer;
      if (answer.ended) return;
      await hints.wait(
        options.link === undefined ? (POLL_MS[polls] ?? POLL_MS[POLL_MS.length - 1] ?? 0) : POLL_WITH_HINTS_MS,
      );
    }
  } finally {
    hints.close();
  }
}

async function patiently<T>(ask: () => Promise<T>, hints: HintWaiter): Promise<T> {
  const since = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const passes =
        error instanceof ProblemError && ['unavailable', 'overloaded', 'deadline-exceeded'].includes(error.code);
      if (!passes || performance.now() - since > PATIENCE_MS || hints.ended) throw error;
      await hints.wait(500);
    }
  }
}

/** Waits for a hint of one subject, a time-out, or the end of interest, whichever comes first. */
class HintWaiter {
  private wake: () => void = () => undefined;
  private hinted = false;
  private readonly unsubscribe: () => void;
  private readonly onAbort = () => this.wake();

  constructor(
    private readonly options: FollowOptions,
    wake: string,
  ) {
    const unsubscribe = options.link?.subscribe(wake, () => {
      this.hinted = true;
      this.wake();
    });
    this.unsubscribe = () => void unsubscribe?.().catch(() => undefined);
    options.signal?.addEventListener('abort', this.onAbort);
  }

  get ended(): boolean {
    return this.options.signal?.aborted === true;
  }

  /** Forgets earlier hints; called before reading, so that a hint during the read is not lost. */
  arm(): void {
    this.hinted = false;
  }

  async wait(ms: number): Promise<void> {
    if (this.hinted || this.ended) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  close(): void {
    this.unsubscribe();
    this.options.signal?.removeEventListener('abort', this.onAbort);
  }
}
