import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryWarehouse } from '../directory/directory-warehouse';

const MiB = 1024 * 1024;

describe('everything under way together', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'work-'));
  });
  afterEach(() => rm(root, { recursive: true }));
  const open = (limit: number): Promise<DirectoryWarehouse> =>
    DirectoryWarehouse.open(root, { reserve: '0', work: { limit } });

  it('is counted by kind, and links to what is stored are not', async () => {
    const warehouse = await open(64 * MiB);
    const { object } = await warehouse.put(Buffer.alloc(2 * MiB, 1));
    const { path } = await warehouse.localFile(object);
    await mkdir(join(root, 'scratch/host_1_1/worker/in'), { recursive: true });
    await link(path, join(root, 'scratch/host_1_1/worker/in/file'));
    await writeFile(join(root, 'scratch/host_1_1/worker/spill'), Buffer.alloc(MiB, 1));
    await (await warehouse.stage()).write(Buffer.alloc(3 * MiB, 1));
    const { incoming, staged, scratch } = await warehouse.work.byKind();
    expect([incoming, staged, scratch].map((bytes) => Math.floor(bytes / MiB))).toEqual([0, 3, 1]);
    const { objects, quarantine } = await warehouse.bytesStored();
    expect([Math.floor(objects / MiB), Math.floor(quarantine / MiB)]).toEqual([2, 0]);
  });

  it('is refused more than it may take, also to another process, and nothing is left', async () => {
    const other = await open(64 * MiB);
    await (await other.stage()).write(Buffer.alloc(3 * MiB, 1));
    const warehouse = await open(4 * MiB);
    await expect(warehouse.floor.require(2 * MiB)).rejects.toMatchObject({ code: 'no-space' });
    const staged = await warehouse.stage();
    await expect(staged.write(Buffer.alloc(2 * MiB, 1))).rejects.toMatchObject({ code: 'no-space' });
    expect(await warehouse.staged(staged.id)).toBeNull();
    await expect(warehouse.floor.require(MiB / 2)).resolves.toBeUndefined();
  });

  it('does not keep out what needs no room', async () => {
    const warehouse = await open(4 * MiB);
    const { object } = await warehouse.put(Buffer.alloc(1_000, 1));
    expect(await warehouse.has(object)).toBe(true);
  });
});
