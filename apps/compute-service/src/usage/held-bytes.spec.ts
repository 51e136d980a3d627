import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWarehouse } from '@svc/warehouse';
import { HeldBytes } from './held-bytes';

const MiB = 1024 * 1024;

describe('the service’s disk usage', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'held-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('counts every kind of bytes: objects, answers, uploads, staged files, spill, logs', async () => {
    const warehouse = await openWarehouse(join(root, 'warehouse'));
    await warehouse.put(Buffer.alloc(MiB, 1));
    await warehouse.results.put(Buffer.alloc(2 * MiB, 1));
    await (await warehouse.stage()).write(Buffer.alloc(3 * MiB, 1));
    const logs = await mkdtemp(join(root, 'log-'));
    await writeFile(join(logs, 'compute.log'), Buffer.alloc(MiB, 1));
    const held = await new HeldBytes(warehouse, logs).byKind();
    expect(Object.fromEntries(Object.entries(held).map(([kind, bytes]) => [kind, Math.floor(bytes / MiB)]))).toEqual({
      objects: 1,
      quarantine: 0,
      answers: 2,
      incoming: 0,
      staged: 3,
      scratch: 0,
      logs: 1,
    });
    expect(Object.keys(await new HeldBytes(warehouse, null).byKind())).not.toContain('logs');
  });
});
