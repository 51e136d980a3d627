import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryWarehouse } from './directory-warehouse';
import { warehouseConformance } from './warehouse.conformance';

let root: string;
let time = new Date();

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'warehouse-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('a warehouse in a directory', () => {
  warehouseConformance(async () => {
    const options = { now: () => time };
    return {
      warehouse: await DirectoryWarehouse.open(root, options),
      otherProcess: await DirectoryWarehouse.open(root, options),
      setTime: (now) => {
        time = now;
      },
    };
  });

  it('leaves no file behind when the disk takes no more', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    const staged = await warehouse.stage();
    const limitFileSize = (bytes: string): void => void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
    // The kernel's refusal also comes as a signal, which Node ignores unless some package has touched its handler.
    const survive = (): void => undefined;
    process.on('SIGXFSZ', survive);
    limitFileSize('1048576');
    try {
      await expect(warehouse.put(Buffer.alloc(2_000_000))).rejects.toMatchObject({ code: 'no-space' });
      await expect(warehouse.results.put(Buffer.alloc(2_000_000))).rejects.toMatchObject({ code: 'no-space' });
      await expect(staged.write(Buffer.alloc(2_000_000))).rejects.toMatchObject({ code: 'no-space' });
    } finally {
      limitFileSize('unlimited');
      process.off('SIGXFSZ', survive);
    }
    expect(await readdir(join(root, 'incoming'))).toEqual([]);
    expect(await readdir(join(root, 'sha256'))).toEqual([]);
    expect(await warehouse.staged(staged.id)).toBeNull();
  });

  it('replaces the wreck that a power cut left under an object name', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    const { object } = await warehouse.put(Buffer.from('whole'));
    const path = await warehouse.localPath(object);
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

  it('keeps objects under one folder, for engines that confine themselves to it', async () => {
    const warehouse = await DirectoryWarehouse.open(root);
    const { object } = await warehouse.put(Buffer.from('rows'));
    expect((await warehouse.localPath(object)).startsWith(`${warehouse.objectRoot}/`)).toBe(true);
  });
});
