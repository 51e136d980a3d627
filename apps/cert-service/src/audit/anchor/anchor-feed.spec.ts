import { pino } from 'pino';
import { AnchorFeed } from './anchor-feed';
import type { AnchorDestination, AnchorQueue } from './anchor.ports';

const destination: AnchorDestination = { name: 'file', publish: () => Promise.resolve() };

/** A queue that a test can have fail. */
class GivenQueue implements AnchorQueue {
  readonly notes: string[] = [];
  readonly served: string[] = [];
  failures = 0;
  serve({ name }: AnchorDestination): void {
    this.served.push(name);
  }
  put(_destinations: readonly AnchorDestination[], note: string): Promise<void> {
    if (this.failures > 0) {
      this.failures -= 1;
      return Promise.reject(new Error('Postgres is away'));
    }
    this.notes.push(note);
    return Promise.resolve();
  }
}

describe('the feed of anchors', () => {
  let queue: GivenQueue;
  let feed: AnchorFeed;

  beforeEach(() => {
    jest.useFakeTimers();
    queue = new GivenQueue();
    feed = new AnchorFeed(
      { destinations: [destination], seconds: 60 },
      queue,
      { now: () => new Date() },
      pino({ level: 'silent' }),
    );
  });
  afterEach(() => {
    feed.onApplicationShutdown();
    jest.useRealTimers();
  });

  it('delivers to each destination of the plan', () => {
    feed.onModuleInit();
    expect(queue.served).toEqual(['file']);
  });

  it('sends the first checkpoint at once and then the newest, once in its time', async () => {
    feed.offer('1');
    await jest.advanceTimersByTimeAsync(0);
    for (const note of ['2', '3', '4']) feed.offer(note);
    await jest.advanceTimersByTimeAsync(59_999);
    expect(queue.notes).toEqual(['1']);
    await jest.advanceTimersByTimeAsync(1);
    expect(queue.notes).toEqual(['1', '4']);
    await jest.advanceTimersByTimeAsync(600_000);
    expect(queue.notes).toEqual(['1', '4']);
  });

  it('publishes the pending checkpoint at shutdown', async () => {
    feed.offer('1');
    await jest.advanceTimersByTimeAsync(0);
    feed.offer('2');
    await feed.flush();
    await feed.flush();
    expect(queue.notes).toEqual(['1', '2']);
  });

  it('keeps a checkpoint that could not be queued, and publishes it or a newer one later', async () => {
    queue.failures = 2;
    feed.offer('1');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(queue.notes).toEqual([]);
    feed.offer('2');
    await jest.advanceTimersByTimeAsync(60_000);
    expect(queue.notes).toEqual(['2']);
  });

  it('does nothing without a destination', async () => {
    const idle = new AnchorFeed(
      { destinations: [], seconds: 0 },
      queue,
      { now: () => new Date() },
      pino({ level: 'silent' }),
    );
    idle.offer('1');
    await idle.flush();
    expect(queue.notes).toEqual([]);
  });
});
