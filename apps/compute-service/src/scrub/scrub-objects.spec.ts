import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flipped, objectPath, rewriteFile } from '@svc/testing';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { DamageAlarm } from './damage-alarm';
import { ScrubObjects } from './scrub-objects';
import type { ScrubProgress, ScrubState } from './scrub.ports';

/** The port over a variable: one turn for all who ask. */
class MemoryProgress implements ScrubProgress {
  state: ScrubState = { cursor: null, endedAt: null };
  holder: string | null = null;

  take(holder: string): Promise<ScrubState | null> {
    this.holder ??= holder;
    return Promise.resolve(this.holder === holder ? this.state : null);
  }

  keep(holder: string, state: ScrubState): Promise<boolean> {
    if (this.holder === holder) this.state = state;
    return Promise.resolve(this.holder === holder);
  }

  leave(holder: string, state: ScrubState): Promise<void> {
    if (this.holder === holder) [this.state, this.holder] = [state, null];
    return Promise.resolve();
  }
}

const DAY_MS = 86_400_000;
let root: string;
let warehouse: Warehouse;
let progress: MemoryProgress;
let now: Date;
const forever = new AbortController().signal;
const scrub = (behind: Pick<Warehouse, 'names' | 'scrub'> = warehouse): ScrubObjects =>
  new ScrubObjects(behind, progress, { now: () => now }, { bytesPerSecond: 1e12, restMs: DAY_MS });

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'scrub-'));
  warehouse = await openWarehouse(root);
  progress = new MemoryProgress();
  now = new Date('2026-03-01T00:00:00Z');
  for (let n = 0; n < 10; n += 1) await warehouse.put(Buffer.alloc(1_000, n));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('scrubbing', () => {
  it('reads everything once a day', async () => {
    expect(await scrub().run(forever)).toBe(10_000);
    expect(progress.state).toEqual({ cursor: null, endedAt: now });
    now = new Date(now.getTime() + DAY_MS - 1);
    expect(await scrub().run(forever)).toBe(0);
    now = new Date(now.getTime() + 1);
    expect(await scrub().run(forever)).toBe(10_000);
  });

  it('goes on where it was stopped, also in another process', async () => {
    const stop = new AbortController();
    let seen = 0;
    const read = await scrub({
      names: (after) => warehouse.names(after),
      scrub: (object, pace) => {
        seen += 1;
        if (seen === 4) stop.abort();
        return warehouse.scrub(object, pace);
      },
    }).run(stop.signal);
    expect(read).toBe(4_000);
    expect(progress.state.endedAt).toBeNull();
    // The one during which it was stopped is read again.
    expect(await scrub().run(forever)).toBe(7_000);
    expect(progress.state.endedAt).toEqual(now);
  });

  it('is the work of one replica at a time', async () => {
    progress.holder = 'another';
    expect(await scrub().run(forever)).toBe(0);
    expect(progress.state.endedAt).toBeNull();
  });

  it('stops when another has taken the turn, and leaves its progress alone', async () => {
    const behind: Pick<Warehouse, 'names' | 'scrub'> = {
      names: (after) => warehouse.names(after),
      scrub: (object, pace) => {
        progress.holder = 'another';
        now = new Date(now.getTime() + 60_000);
        return warehouse.scrub(object, pace);
      },
    };
    expect(await scrub(behind).run(forever)).toBe(1_000);
    expect(progress).toMatchObject({ holder: 'another', state: { cursor: null, endedAt: null } });
  });

  it('finds damage in objects that nobody reads, and announces it once, and its repair once', async () => {
    const said: unknown[][] = [];
    const logger = { error: (...line: unknown[]) => said.push(line), info: (...line: unknown[]) => said.push(line) };
    const alarm = new DamageAlarm(warehouse, logger);
    const { object } = await warehouse.put(Buffer.from('rows'));
    await rewriteFile(objectPath(root, object), flipped);
    expect(await alarm.look()).toBe(0);
    await scrub().run(forever);
    expect([await alarm.look(), await alarm.look()]).toEqual([1, 1]);
    expect(said).toEqual([[expect.objectContaining({ object }), expect.stringContaining('damaged')]]);
    await warehouse.put(Buffer.from('rows'));
    expect(await alarm.look()).toBe(0);
    expect(said[1]).toEqual([{ object }, expect.stringContaining('was repaired')]);
  });
});
