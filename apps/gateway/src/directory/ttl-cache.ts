import type { Clock } from '@svc/platform';
import type { ChangeFeed } from './change-feed';

const REMEMBERED_MS = 5_000;
const LIMIT = 10_000;

/** What of a lookup decides whether it is remembered, and when it is forgotten. */
export interface TtlCachePolicy<Found> {
  /** The id under which its changes are announced. */
  idOf(found: Found): string;
  /** Whether it may be remembered at all; asked with the time at which the lookup began. */
  mayRemember(found: Found, now: Date): boolean;
}

interface Entry<Found> {
  readonly found: Found;
  readonly until: number;
}

/**
 * A lookup that every request needs: remembered for five seconds, forgotten at once when a change is heard; while none could
 * be heard (NATS is away) each goes to the store. What is not there is looked for again every time.
 */
export class TtlCache<Found> {
  private readonly entries = new Map<string, Entry<Found>>();
  /** Counts changes heard: what was read before one may be what was before the change, so it is not remembered after it. */
  private changes = 0;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly clock: Clock,
    private readonly remembering: TtlCachePolicy<Found>,
  ) {}

  /** To be called once, before the first lookup. */
  listen(): void {
    this.feed.listen((id) => this.forget(id));
  }

  async find(key: string, read: () => Promise<Found | null>): Promise<Found | null> {
    const now = this.clock.now();
    const entry = this.entries.get(key);
    if (entry !== undefined && entry.until > now.getTime() && this.feed.live) return entry.found;
    const before = this.changes;
    const found = await read();
    this.entries.delete(key);
    if (found !== null && before === this.changes && this.remembering.mayRemember(found, now))
      this.remember(key, { found, until: now.getTime() + REMEMBERED_MS });
    return found;
  }

  /** To be called once a change is in the store. Resolves when every replica that hears NATS was told. */
  async changed(id: string): Promise<void> {
    this.forget(id);
    await this.feed.announce(id);
  }

  private forget(id: string): void {
    this.changes += 1;
    for (const [key, { found }] of this.entries) if (this.remembering.idOf(found) === id) this.entries.delete(key);
  }

  private remember(key: string, entry: Entry<Found>): void {
    if (this.entries.size >= LIMIT) this.entries.clear();
    this.entries.set(key, entry);
  }
}
