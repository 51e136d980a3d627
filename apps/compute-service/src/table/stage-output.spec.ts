import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWarehouse, type Warehouse } from '@svc/warehouse';
import { stageOutput } from './stage-output';

describe('what a worker wrote', () => {
  let root: string;
  let warehouse: Warehouse;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'stage-'));
    warehouse = await openWarehouse(join(root, 'warehouse'));
  });
  afterAll(() => rm(root, { recursive: true }));

  it('is staged, and gone from where it was', async () => {
    await writeFile(join(root, 'out'), 'rows');
    const staged = await stageOutput(warehouse, join(root, 'out'));
    expect(await readFile(staged.path, 'utf8')).toBe('rows');
    expect(await readdir(root)).toEqual(['warehouse']);
    await staged.discard();
  });

  it('is refused when it is a link to what the worker may not read', async () => {
    await writeFile(join(root, 'secret'), 'key');
    await symlink(join(root, 'secret'), join(root, 'out'));
    await expect(stageOutput(warehouse, join(root, 'out'))).rejects.toThrow('something else than a file');
    expect(await readdir(join(root, 'warehouse/staged'))).toEqual([]);
  });
});
