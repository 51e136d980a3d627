import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { DirectoryWarehouse } from './directory-warehouse';
import { warehouseConformance, type WarehouseUnderTest } from '../warehouse.conformance';
import { warehouseIntegrityConformance } from '../warehouse-integrity.conformance';

let root: string;
let time = new Date();

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'warehouse-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const pathOf = (object: string, folder = 'sha256'): string => join(root, folder, object.slice(0, 2), object);

/** What the owner of a file can do to hide a change: the same mode, size where it fits, and times. */
async function rewrite(path: string, content: Buffer): Promise<void> {
  const before = await stat(path, { bigint: true });
  // Kernels before 6.13 stamp by a clock that ticks every few milliseconds; a change in the same tick is not this one's.
  for (let after = before; after.ctimeNs === before.ctimeNs; after = await stat(path, { bigint: true })) {
    await chmod(path, 0o600);
    await writeFile(path, content);
    await utimes(path, Number(before.atimeMs) / 1000, Number(before.mtimeMs) / 1000);
    await chmod(path, Number(before.mode) & 0o777);
  }
}

async function start(): Promise<WarehouseUnderTest> {
  const options = { now: () => time };
  return {
    warehouse: await DirectoryWarehouse.open(root, options),
    otherProcess: await DirectoryWarehouse.open(root, options),
    setTime: (now) => {
      time = now;
    },
    tamper: (object, content) => rewrite(pathOf(object), content),
    restore: (object, content) => writeFile(pathOf(object), content),
    age: async (object) => {
      const then = new Date(Date.now() - 3_600_000);
      for (const path of [pathOf(object), join(root, 'renewed', object)])
        await utimes(path, then, then).catch(() => undefined);
    },
    lose: (object) => rm(pathOf(object)),
  };
}

describe('a warehouse in a directory', () => {
  describe('keeps what it is given', () => warehouseConformance(start));
  describe('gives back nothing else', () => warehouseIntegrityConformance(start));

  it('leaves no file behind when the disk takes no more', async () => {
    // A process of its own: the limit must not reach the files that Jest writes.
    const program = join(__dirname, '../../test/write-on-a-full-disk.ts');
    const limited = `ulimit -f 2048 && exec "$0" -r @swc-node/register "$1" "$2"`;
    const codes = execFileSync('sh', ['-c', limited, process.execPath, program, root], {
      cwd: join(__dirname, '../..'),
      encoding: 'utf8',
    });
    expect(codes).toBe('["no-space","no-space","no-space"]');
    for (const folder of ['incoming', 'sha256', 'staged', 'results'])
      expect(await readdir(join(root, folder))).toEqual([]);
  });

  it('replaces the wreck that a power cut left under an object name', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    const { object } = await warehouse.put(Buffer.from('whole'));
    const { path } = await warehouse.localFile(object);
    await rm(path);
    await writeFile(path, '');
    await warehouse.put(Buffer.from('whole'));
    expect((await stat(path)).size).toBe(5);
  });

  it('sweeps what a crash left half written', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    await writeFile(join(root, 'incoming', 'torn'), 'half');
    expect(await warehouse.sweep(new Date(Date.now() + 25 * 3_600_000))).toMatchObject({ staged: 1 });
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
  });

  describe('a damaged object', () => {
    const large = Buffer.concat(Array.from({ length: 40 }, (_, n) => Buffer.alloc(100_000, n)));

    it('is refused also when its list of blocks was changed to agree with it', async () => {
      const warehouse = await DirectoryWarehouse.open(root);
      const { object } = await warehouse.put(large);
      const forged = await warehouse.put(Buffer.concat([large.subarray(1), Buffer.from('x')]));
      await rewrite(pathOf(object), await readFile(pathOf(forged.object)));
      await rewrite(pathOf(object, 'blocks'), await readFile(pathOf(forged.object, 'blocks')));
      await expect(warehouse.localFile(object)).rejects.toThrow(/its list of blocks was changed too/);
    });

    it('waits in quarantine with a note of when and what', async () => {
      const warehouse = await DirectoryWarehouse.open(root, { now: () => new Date('2026-05-01T12:00:00Z') });
      const { object } = await warehouse.put(Buffer.from('right'));
      await rewrite(pathOf(object), Buffer.from('wrong'));
      expect(await warehouse.has(object)).toBe(false);
      const kept = (await readdir(join(root, 'quarantine'))).sort();
      expect(kept).toEqual([expect.stringMatching(`^${object}\\.[0-9a-f-]{36}$`), `${object}.json`]);
      expect(await readFile(join(root, 'quarantine', kept[0] ?? ''), 'utf8')).toBe('wrong');
      expect(await warehouse.damages()).toEqual([
        { object, foundAt: '2026-05-01T12:00:00.000Z', detail: 'its 5 bytes are not the ones that were stored' },
      ]);
    });

    it('is served again once an operator has put the right file back, and scrubbing ends the alarm', async () => {
      const warehouse = await DirectoryWarehouse.open(root);
      const { object } = await warehouse.put(Buffer.from('right'));
      await rewrite(pathOf(object), Buffer.from('wrong'));
      await expect(warehouse.localFile(object)).rejects.toMatchObject({ code: 'object-corrupt' });
      await writeFile(pathOf(object), 'right');
      await warehouse.localFile(object);
      await warehouse.scrub(object, () => Promise.resolve());
      expect(await warehouse.damages()).toEqual([]);
      expect((await stat(pathOf(object))).mode & 0o222).toBe(0);
    });

    it('cannot be stood in for by a link', async () => {
      const warehouse = await DirectoryWarehouse.open(root);
      const { object } = await warehouse.put(Buffer.from('right'));
      await rename(pathOf(object), join(root, 'elsewhere'));
      await symlink(join(root, 'elsewhere'), pathOf(object));
      await expect(warehouse.openRead(object)).rejects.toThrow();
      expect(await warehouse.has(object)).toBe(false);
    });
  });

  it('refuses a damaged answer, and keeps it anew when it is put again', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    const { object } = await warehouse.results.put(Buffer.from('right'));
    const [hour = ''] = await readdir(join(root, 'results'));
    const [copy = ''] = await readdir(join(root, 'results', hour));
    await rewrite(join(root, 'results', hour, copy), Buffer.from('wrong'));
    await expect(warehouse.openRead(object)).rejects.toMatchObject({ code: 'object-corrupt' });
    await warehouse.results.put(Buffer.from('right'));
    expect(await text(await warehouse.results.open(object))).toBe('right');
  });

  it('takes a copy of a staged file that has a second name, through which it could still change', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    const staged = await warehouse.stage();
    await writeFile(join(root, 'second'), 'rows');
    await link(join(root, 'second'), staged.path);
    const { object } = await warehouse.adopt(staged);
    await writeFile(join(root, 'second'), 'else');
    expect(await text(await warehouse.openRead(object))).toBe('rows');
  });

  describe('with a budget for answers', () => {
    const bytes = (n: number): Buffer => Buffer.alloc(n, n);

    it('refuses an owner who has as much as they may, until what they have was sent', async () => {
      const answers = { perOwner: 100, total: 1_000 };
      const { results } = await DirectoryWarehouse.open(root, { answers, reserve: '0' });
      const { object } = await results.put(bytes(60), { owner: 'user:a' });
      await expect(results.put(bytes(41), { owner: 'user:a' })).rejects.toMatchObject({
        code: 'over-budget',
        gauge: { used: 60, limit: 100 },
      });
      await results.put(bytes(90), { owner: 'user:b' });
      await results.discard(object);
      expect(await results.usage('user:a')).toEqual({ used: 0, limit: 100 });
      await results.put(bytes(100), { owner: 'user:a' });
      expect(await results.total()).toEqual({ used: 190, limit: 1_000 });
    });

    it('refuses everybody once all answers together hold as much as they may', async () => {
      const { results } = await DirectoryWarehouse.open(root, { answers: { perOwner: 100, total: 150 }, reserve: '0' });
      await results.put(bytes(100), { owner: 'user:a' });
      await expect(results.put(bytes(51), { owner: 'user:b' })).rejects.toMatchObject({ code: 'no-space' });
      await expect(results.put(bytes(51))).rejects.toMatchObject({ code: 'no-space' });
      expect(await readdir(join(root, 'incoming'))).toEqual([]);
    });

    it('keeps an answer for each who asked for the same', async () => {
      const { results } = await DirectoryWarehouse.open(root);
      const { object } = await results.put(bytes(5), { owner: 'user:a' });
      await results.put(bytes(5), { owner: 'user:b' });
      await results.discard(object);
      expect((await buffer(await results.open(object))).equals(bytes(5))).toBe(true);
      await results.discard(object);
      await expect(results.open(object)).rejects.toMatchObject({ code: 'no-such-object' });
    });

    it('takes over a file by its name, and removes one that it refuses', async () => {
      const { results } = await DirectoryWarehouse.open(root, { answers: { perOwner: 10, total: 100 }, reserve: '0' });
      const file = join(root, 'file');
      await writeFile(file, bytes(10));
      const { object } = await results.adopt(file, { owner: 'user:a' });
      expect((await buffer(await results.open(object))).equals(bytes(10))).toBe(true);
      await writeFile(file, bytes(1));
      await expect(results.adopt(file, { owner: 'user:a' })).rejects.toMatchObject({ code: 'over-budget' });
      expect(await readdir(root)).not.toContain('file');
    });
  });

  it('writes nothing that would reach into the reserve of the disk', async () => {
    const warehouse = await DirectoryWarehouse.open(root, { reserve: '1000TiB' });
    const staged = await warehouse.stage();
    const writes = [() => warehouse.put(Buffer.from('x')), () => warehouse.results.put(Buffer.from('x'))];
    for (const write of [...writes, () => staged.write(Buffer.from('x'))])
      await expect(write()).rejects.toMatchObject({ code: 'no-space' });
    for (const folder of ['incoming', 'sha256', 'staged', 'results'])
      expect(await readdir(join(root, folder))).toEqual([]);
  });
});
