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
    // A process of its own: the limit must not reach the files that Jest writes.
    const program = join(__dirname, '../test/write-on-a-full-disk.ts');
    const limited = `ulimit -f 2048 && exec "$0" -r @swc-node/register "$1" "$2"`;
    const codes = execFileSync('sh', ['-c', limited, process.execPath, program, root], {
      cwd: join(__dirname, '..'),
      encoding: 'utf8',
    });
    expect(codes).toBe('["no-space","no-space","no-space"]');
    for (const folder of ['incoming', 'sha256', 'staged', 'results'])
      expect(await readdir(join(root, folder))).toEqual([]);
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
