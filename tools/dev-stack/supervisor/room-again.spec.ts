import { RoomWatch } from './room-again';

const MiB = 1024 * 1024;

describe('a watch over the room of a disk', () => {
  it('says once that there is room again, and remembers for a minute that there was none', () => {
    let [free, now, again]: [number | null, number, number] = [100 * MiB, 0, 0];
    const watch = new RoomWatch(
      '/',
      () => free,
      () => now,
    );
    const look = (bytes: number | null): void => {
      free = bytes;
      watch.look(() => (again += 1));
    };
    look(100 * MiB);
    expect([again, watch.wasShort]).toEqual([0, false]);
    look(0);
    look(null);
    expect([again, watch.wasShort]).toEqual([0, true]);
    look(100 * MiB);
    look(100 * MiB);
    now = 59_999;
    expect([again, watch.wasShort]).toEqual([1, true]);
    now = 60_000;
    expect(watch.wasShort).toBe(false);
  });
});
