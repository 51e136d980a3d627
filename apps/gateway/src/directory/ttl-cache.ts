import type { Clock } from '@svc/platform';
import type { ChangeFeed } from './change-feed';

const REMEMBERED_MS = 5_000;
const LIMIT = 10_000;

/** What determines whether a lookup is cached, and when it is invalidated. */
export interface TtlCachePolicy<Found> {
  /** The id under which its changes are announced. */
  idOf(found: Found): string;
  /** Whether it may be cached; called with the time at which the lookup began. */
  mayRemember(found: Found, now: Date): boolean;
}

interface Entry<Found> {
  readonly found: Found;
  readonly until: number;
}

/**
 * A lookup that every request needs: cached for five seconds and invalidated as soon as a change is announced; while NATS
 * is disconnected every lookup goes to the store. Misses are not cached.
 */
export class TtlCache<Found> {
  private readonly entries = new Map<string, Entry<Found>>();
  /** Counts announced changes: what was read before one may be stale, so it is not cached after it. */
  private changes = 0;

  constructor(
    private readonly feed: ChangeFeed,
    private readonly clock: Clock,
    private readonly remembering: TtlCachePolicy<Found>,
  ) {}

  /** Call once, before the first lookup. */
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

  /** Call once a change is in the store. Resolves when every connected replica has been told. */
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
