import { createHash, randomUUID } from 'node:crypto';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Warehouse } from './warehouse';

/** A fresh, empty warehouse whose clock the suite can set, and a second process's view of the same one. */
export interface WarehouseUnderTest {
  readonly warehouse: Warehouse;
  readonly otherProcess: Warehouse;
  setTime(now: Date): void;
  /** Changes what the storage holds for an object, as somebody would who hides it: same mode, same times. */
  tamper(object: string, content: Buffer): Promise<void>;
  /** Puts bytes where an object belongs, as an operator does who has a backup. */
  restore(object: string, content: Buffer): Promise<void>;
  /** Lets an object have been stored last an hour ago. */
  age(object: string): Promise<void>;
  /** Takes the stored bytes of an object away. */
  lose(object: string): Promise<void>;
}

const START = new Date('2026-01-01T00:00:00Z');
const hours = (n: number): Date => new Date(START.getTime() + n * 3_600_000);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const text = async (stream: AsyncIterable<Uint8Array>): Promise<string> => (await buffer(stream)).toString();

/** What every adapter of the warehouse port has to show. Results must live one hour, staged files a day. */
export function warehouseConformance(start: () => Promise<WarehouseUnderTest>): void {
  let it_: WarehouseUnderTest;
  let scratch: string;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'warehouse-suite-'));
    it_ = await start();
    it_.setTime(START);
  });
  afterEach(() => rm(scratch, { recursive: true, force: true }));

  describe('removing an object', () => {
    const LONG_AGO = new Date(Date.now() - 1_800_000);

    it('takes its bytes away from every process, and the same content can be stored again', async () => {
      const { object } = await it_.warehouse.put(Buffer.from('rows'));
      await it_.age(object);
      expect(await it_.warehouse.remove(object, LONG_AGO)).toBe(true);
      expect([await it_.warehouse.has(object), await it_.otherProcess.has(object)]).toEqual([false, false]);
      await expect(it_.otherProcess.openRead(object)).rejects.toMatchObject({ code: 'no-such-object' });
      expect(await it_.warehouse.remove(object, LONG_AGO)).toBe(true);
      await it_.otherProcess.put(Buffer.from('rows'));
      expect(await text(await it_.warehouse.openRead(object))).toBe('rows');
    });

    it('spares what was stored, stored again or renewed since', async () => {
      const { object } = await it_.warehouse.put(Buffer.from('rows'));
      expect(await it_.warehouse.remove(object, LONG_AGO)).toBe(false);
      for (const again of [() => it_.otherProcess.put(Buffer.from('rows')), () => it_.otherProcess.renew(object)]) {
        await it_.age(object);
        await again();
        expect(await it_.warehouse.remove(object, LONG_AGO)).toBe(false);
        expect(await it_.warehouse.has(object)).toBe(true);
      }
    });

    it('never loses what another process stores, renews or removes at the same time', async () => {
      const { object } = await it_.warehouse.put(Buffer.from('rows'));
      for (let round = 0; round < 100; round += 1) {
        await it_.age(object);
        const [stored] = await Promise.all([
          round % 2 === 0 ? it_.warehouse.put(Buffer.from('rows')) : it_.warehouse.renew(object),
          it_.otherProcess.remove(object, LONG_AGO),
          it_.otherProcess.remove(object, LONG_AGO),
        ]);
        expect([round, await it_.warehouse.has(object)]).toEqual([round, stored !== false]);
        if (stored === false) await it_.warehouse.put(Buffer.from('rows'));
      }
    });

    it('renews nothing that is not there', async () => {
      expect(await it_.warehouse.renew(sha256('never stored'))).toBe(false);
    });
  });

  describe('objects', () => {
    it('names an object by the SHA-256 of its content, whichever way the bytes came', async () => {
      const path = join(scratch, 'file');
      await writeFile(path, 'rows');
      async function* pieces(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('ro');
        yield Buffer.from('ws');
      }
      const expected = { object: sha256('rows'), bytes: 4 };
      expect(await it_.warehouse.put(path)).toEqual(expected);
      expect(await it_.warehouse.put(Buffer.from('rows'))).toEqual(expected);
      expect(await it_.warehouse.put(pieces())).toEqual(expected);
      expect(await readFile(path, 'utf8')).toBe('rows');
    });

    it('gives back the same bytes, whole or in a range, to every process', async () => {
      const { object } = await it_.warehouse.put(Buffer.from('0123456789'));
      expect(await text(await it_.otherProcess.openRead(object))).toBe('0123456789');
      expect(await text(await it_.otherProcess.openRead(object, { start: 2, end: 4 }))).toBe('234');
      expect(await text(await it_.otherProcess.openRead(object, { start: 7 }))).toBe('789');
    });

    it('keeps an empty object too', async () => {
      const { object, bytes } = await it_.warehouse.put(Buffer.alloc(0));
      expect(bytes).toBe(0);
      expect(await text(await it_.warehouse.openRead(object))).toBe('');
    });

    it('lets many writers store the same content at once', async () => {
      const content = Buffer.alloc(300_000, 7);
      const stored = await Promise.all(
        Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? it_.warehouse : it_.otherProcess).put(content)),
      );
      expect(new Set(stored.map((one) => one.object)).size).toBe(1);
      expect((await buffer(await it_.warehouse.openRead(stored[0]?.object ?? ''))).equals(content)).toBe(true);
    });

    it('offers an object as a local file that nobody may write', async () => {
      const { object } = await it_.warehouse.put(Buffer.from('rows'));
      const { path } = await it_.warehouse.localFile(object);
      expect(await readFile(path, 'utf8')).toBe('rows');
      expect((await stat(path)).mode & 0o222).toBe(0);
    });

    it('says so when it has no such object', async () => {
      const absent = sha256('absent');
      expect(await it_.warehouse.has(absent)).toBe(false);
      await expect(it_.warehouse.openRead(absent)).rejects.toMatchObject({ code: 'no-such-object' });
      await expect(it_.warehouse.localFile(absent)).rejects.toMatchObject({ code: 'no-such-object' });
    });

    it('keeps nothing of a source that breaks off', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half');
        throw new Error('connection lost');
      }
      await expect(it_.warehouse.put(broken())).rejects.toThrow('connection lost');
      expect(await it_.warehouse.has(sha256('half'))).toBe(false);
    });

    it.each([
      '',
      '..',
      '../../etc/passwd',
      'A'.repeat(64),
      `${'a'.repeat(63)}/`,
      `${'a'.repeat(64)}\n`,
      'a'.repeat(65),
    ])('refuses the name %j', async (name) => {
      await expect(it_.warehouse.openRead(name)).rejects.toMatchObject({ code: 'bad-name' });
      await expect(it_.warehouse.localFile(name)).rejects.toMatchObject({ code: 'bad-name' });
      await expect(it_.warehouse.has(name)).rejects.toMatchObject({ code: 'bad-name' });
      await expect(it_.warehouse.results.open(name)).rejects.toMatchObject({ code: 'bad-name' });
      await expect(it_.warehouse.staged(name)).rejects.toMatchObject({ code: 'bad-name' });
    });
  });

  describe('staged files', () => {
    it('can be found by another process once written, and become objects', async () => {
      const staged = await it_.warehouse.stage();
      expect(await it_.otherProcess.staged(staged.id)).toBeNull();
      expect(await staged.write(Buffer.from('upload'))).toEqual({ bytes: 6 });
      const found = await it_.otherProcess.staged(staged.id);
      if (found === null) throw new Error('the other process does not see the staged file');
      expect(await readFile(found.path, 'utf8')).toBe('upload');
      expect(await it_.otherProcess.adopt(found)).toEqual({ object: sha256('upload'), bytes: 6 });
      expect(await it_.warehouse.staged(staged.id)).toBeNull();
      expect(await text(await it_.warehouse.openRead(sha256('upload')))).toBe('upload');
    });

    it('take what an engine writes to their path', async () => {
      const staged = await it_.warehouse.stage();
      await writeFile(staged.path, 'from an engine');
      expect(await it_.warehouse.adopt(staged)).toEqual({ object: sha256('from an engine'), bytes: 14 });
    });

    it('are gone after discarding, also when discarded twice', async () => {
      const staged = await it_.warehouse.stage();
      await staged.write(Buffer.from('upload'));
      await staged.discard();
      await staged.discard();
      expect(await it_.warehouse.staged(staged.id)).toBeNull();
      await expect(it_.warehouse.adopt(staged)).rejects.toMatchObject({ code: 'no-such-object' });
    });

    it('do not exist when the upload broke off', async () => {
      async function* broken(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('half');
        throw new Error('client went away');
      }
      const staged = await it_.warehouse.stage();
      await expect(staged.write(broken())).rejects.toThrow('client went away');
      expect(await it_.warehouse.staged(staged.id)).toBeNull();
    });

    it('are swept a day later, objects never', async () => {
      const staged = await it_.warehouse.stage();
      await staged.write(Buffer.from('forgotten'));
      const { object } = await it_.warehouse.put(Buffer.from('kept'));
      expect(await it_.warehouse.sweep(new Date())).toMatchObject({ staged: 0 });
      expect(await it_.warehouse.sweep(new Date(Date.now() + 25 * 3_600_000))).toMatchObject({ staged: 1 });
      expect(await it_.warehouse.staged(staged.id)).toBeNull();
      expect(await it_.warehouse.has(object)).toBe(true);
    });

    it('are not found under an id that nobody staged', async () => {
      expect(await it_.warehouse.staged(randomUUID())).toBeNull();
    });
  });

  describe('results', () => {
    it('are read by another process, in ranges too, and through openRead', async () => {
      const { object, bytes } = await it_.warehouse.results.put(Buffer.from('0123456789'));
      expect({ object, bytes }).toEqual({ object: sha256('0123456789'), bytes: 10 });
      expect(await text(await it_.otherProcess.results.open(object, { start: 8 }))).toBe('89');
      expect(await text(await it_.otherProcess.openRead(object))).toBe('0123456789');
      expect(await it_.warehouse.has(object)).toBe(false);
    });

    it('expire, and storing them again brings them back', async () => {
      const { object } = await it_.warehouse.results.put(Buffer.from('answer'));
      it_.setTime(hours(1.9));
      expect(await text(await it_.warehouse.results.open(object))).toBe('answer');
      it_.setTime(hours(2.1));
      await expect(it_.warehouse.results.open(object)).rejects.toMatchObject({ code: 'no-such-object' });
      await it_.warehouse.results.put(Buffer.from('answer'));
      expect(await it_.warehouse.sweep(hours(2.1))).toMatchObject({ results: 1 });
      expect(await text(await it_.warehouse.results.open(object))).toBe('answer');
    });
  });
}
