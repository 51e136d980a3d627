import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Warehouse } from './warehouse';
import type { WarehouseUnderTest } from './warehouse.conformance';

const MiB = 1024 * 1024;
const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const noPace = (): Promise<void> => Promise.resolve();

/** Bytes of which no two blocks are alike. */
function content(bytes: number, seed = 1): Buffer {
  const made = Buffer.alloc(bytes);
  for (let at = 0, x = seed; at < bytes; at += 1) {
    x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
    made[at] = x >>> 24;
  }
  return made;
}

/** The same, with one byte of it changed. */
function flipped(original: Buffer, at: number): Buffer {
  const changed = Buffer.from(original);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

async function names(warehouse: Warehouse, after: string | null = null): Promise<string[]> {
  const found: string[] = [];
  for await (const name of warehouse.names(after)) found.push(name);
  return found;
}

/** What every adapter of the warehouse port has to show once somebody changed what it stores. */
export function warehouseIntegrityConformance(start: () => Promise<WarehouseUnderTest>): void {
  let it_: WarehouseUnderTest;
  beforeEach(async () => {
    it_ = await start();
    // Long after anything here was written, so that what was found once is remembered.
    it_.setTime(new Date(Date.now() + 3_600_000));
  });

  /** Every way to an object. */
  async function refusedEverywhere(object: string, code = 'object-corrupt'): Promise<void> {
    for (const warehouse of [it_.warehouse, it_.otherProcess]) {
      const refused = { code, message: expect.stringContaining(object) };
      await expect(warehouse.openRead(object)).rejects.toMatchObject({ code });
      await expect(warehouse.localFile(object)).rejects.toMatchObject(refused);
      expect(await warehouse.has(object)).toBe(false);
    }
  }

  describe('an object that was changed in its place', () => {
    const rows = content(2_000);

    it.each([
      ['with other bytes of the same length', flipped(rows, 700)],
      ['to fewer bytes', rows.subarray(0, 1_999)],
      ['to more bytes', Buffer.concat([rows, rows])],
      ['to nothing', Buffer.alloc(0)],
      ['to the bytes of another object', content(2_000, 2)],
    ])('%s is refused by its name, to whoever has read it before and to everybody else', async (_, changed) => {
      const { object } = await it_.warehouse.put(rows);
      await it_.warehouse.put(content(2_000, 2));
      for (const warehouse of [it_.warehouse, it_.otherProcess]) await warehouse.localFile(object);
      await it_.tamper(object, changed);
      await refusedEverywhere(object);
      expect(await it_.otherProcess.damages()).toMatchObject([{ object }]);
      expect(await names(it_.warehouse)).toEqual([sha256(content(2_000, 2))]);
    });

    it('is told apart from one that was never there, and from one that was lost', async () => {
      const { object } = await it_.warehouse.put(rows);
      await it_.lose(object);
      await refusedEverywhere(object, 'no-such-object');
      expect(await it_.warehouse.damages()).toEqual([]);
    });

    it('is repaired by storing the same content again, however it comes', async () => {
      const { object } = await it_.warehouse.put(rows);
      await it_.tamper(object, flipped(rows, 0));
      await it_.otherProcess.put(rows);
      expect((await buffer(await it_.warehouse.openRead(object))).equals(rows)).toBe(true);

      await it_.tamper(object, flipped(rows, 1));
      await refusedEverywhere(object);
      const staged = await it_.warehouse.stage();
      await staged.write(rows);
      await it_.warehouse.adopt(staged);
      expect(await readFile((await it_.otherProcess.localFile(object)).path)).toEqual(rows);
      expect(await it_.warehouse.damages()).toEqual([]);
    });

    it('counts as damaged no longer once an operator has put the right bytes back', async () => {
      const { object } = await it_.warehouse.put(rows);
      await it_.tamper(object, flipped(rows, 0));
      await refusedEverywhere(object);
      await it_.restore(object, rows);
      expect(await it_.otherProcess.damages()).toEqual([]);
      expect(await it_.warehouse.damages()).toEqual([]);
      expect(await it_.warehouse.has(object)).toBe(true);
    });

    it('says which of its blocks differ', async () => {
      const large = content(5 * MiB + 10);
      const { object } = await it_.warehouse.put(large);
      await it_.tamper(object, flipped(flipped(large, 2 * MiB), 5 * MiB + 9));
      await expect(it_.warehouse.localFile(object)).rejects.toThrow(/of its 6 blocks of 1 MiB, 2 differ: 2, 5 /);
      expect(await it_.otherProcess.damages()).toMatchObject([{ object, detail: expect.stringContaining('2, 5') }]);
    });

    it('breaks a reading off that has begun, before its last byte', async () => {
      const large = content(5 * MiB);
      const { object } = await it_.warehouse.put(large);
      const stream = await it_.warehouse.openRead(object);
      let read = 0;
      const reading = (async () => {
        for await (const chunk of stream) {
          if (read === 0) await it_.tamper(object, flipped(large, 3 * MiB));
          read += Buffer.from(chunk).length;
        }
      })();
      await expect(reading).rejects.toMatchObject({ code: 'object-corrupt' });
      expect(read).toBeLessThan(large.length);
    });

    it('is noticed by a check after an engine has read its file', async () => {
      const { object } = await it_.warehouse.put(rows);
      await it_.warehouse.localFile(object);
      await it_.tamper(object, flipped(rows, 5));
      await expect(it_.warehouse.localFile(object)).rejects.toMatchObject({ code: 'object-corrupt' });
    });
  });

  describe('scrubbing', () => {
    it('goes through the objects in the order of their names, and on from where it was', async () => {
      const objects = [];
      for (let n = 0; n < 20; n += 1) objects.push((await it_.warehouse.put(content(100, n))).object);
      const sorted = objects.sort();
      expect(await names(it_.warehouse)).toEqual(sorted);
      expect(await names(it_.otherProcess, sorted[7])).toEqual(sorted.slice(8));
    });

    it('reads every byte at the pace it is given, and takes a damaged object out of service', async () => {
      const whole = await it_.warehouse.put(content(3 * MiB));
      const damaged = await it_.warehouse.put(content(2 * MiB, 9));
      await it_.tamper(damaged.object, flipped(content(2 * MiB, 9), 1));
      let paced = 0;
      const pace = (bytes: number): Promise<void> => {
        paced += bytes;
        return Promise.resolve();
      };
      expect(await it_.warehouse.scrub(whole.object, pace)).toBe(3 * MiB);
      expect(await it_.warehouse.scrub(damaged.object, pace)).toBe(2 * MiB);
      expect(paced).toBe(5 * MiB);
      expect(await it_.otherProcess.damages()).toMatchObject([{ object: damaged.object }]);
      expect(await names(it_.warehouse)).toEqual([whole.object]);
      expect(await it_.warehouse.scrub(damaged.object, noPace)).toBe(0);
      await refusedEverywhere(damaged.object);
    });

    it('leaves results and staged files alone', async () => {
      await it_.warehouse.results.put(content(100));
      await (await it_.warehouse.stage()).write(content(100));
      expect(await names(it_.warehouse)).toEqual([]);
    });
  });
}
