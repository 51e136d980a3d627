/** One condition for a service to take requests. */
export interface ReadinessCheck {
  /** A word for `/health/ready`: `nats`, `postgres`, `migrations`, `redis`. */
  readonly name: string;
  /** Resolves if the condition holds now; rejects otherwise. The reason is logged, not returned by the probe. */
  check(): Promise<void>;
  /** The service works without it, with limitations: it keeps its traffic and reports `degraded`. */
  readonly degrades?: boolean;
}

type Outcome = 'ok' | 'failed' | 'timeout' | 'degraded';

export interface ReadinessReport {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, Outcome>>;
}

const CHECK_TIMEOUT_MS = 2_000;

/** Whether this process should get traffic, checked at each request. */
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private readonly stopping = new AbortController();

  /** Fires when the shutdown begins: answers that never end by themselves (event streams) end then. */
  get leaving(): AbortSignal {
    return this.stopping.signal;
  }

  /** Adds a condition. Registering a name again replaces the earlier check. */
  register(check: ReadinessCheck): void {
    this.checks.set(check.name, check);
  }

  /** From now on reports "not ready": the first step of a shutdown. */
  leave(): void {
    this.stopping.abort();
  }

  async report(): Promise<ReadinessReport> {
    const entries = await Promise.all(
      [...this.checks.values()].map(async (it) => [it.name, await outcome(it)] as const),
    );
    const ready = !this.leaving.aborted && entries.every(([, result]) => result === 'ok' || result === 'degraded');
    return {
      ready,
      checks: Object.fromEntries([...entries, ['accepting', this.leaving.aborted ? 'failed' : 'ok'] as const]),
    };
  }
}

async function outcome(it: ReadinessCheck): Promise<Outcome> {
  const found = await tried(it);
  return found !== 'ok' && it.degrades === true ? 'degraded' : found;
}

async function tried(it: ReadinessCheck): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'timeout'>((resolve) => {
    timer = setTimeout(() => resolve('timeout'), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([
      it.check().then(
        () => 'ok' as const,
        () => 'failed' as const,
      ),
      late,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
