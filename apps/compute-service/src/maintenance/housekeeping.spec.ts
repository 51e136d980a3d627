import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWarehouse } from '@svc/warehouse';
import { Housekeeping } from './housekeeping';

const NOW = new Date();
const hoursAgo = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000);

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'housekeeping-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('housekeeping', () => {
  it('removes folders of replicas that died a day ago, forgotten uploads and old records; never its own folder', async () => {
    const warehouse = await openWarehouse(join(root, 'warehouse'));
    const upload = await warehouse.stage();
    await upload.write(Buffer.from('forgotten'));
    await utimes(upload.path, hoursAgo(25), hoursAgo(25));
    const folders = {
      own: join(root, 'scratch/own'),
      living: join(root, 'scratch/living'),
      dead: join(root, 'scratch/dead'),
    };
    for (const [name, path] of Object.entries(folders)) {
      await mkdir(join(path, 'workers'), { recursive: true });
      await utimes(path, hoursAgo(name === 'living' ? 2 : 30), hoursAgo(name === 'living' ? 2 : 30));
    }
    const pruned: Date[] = [];
    const queries = { prune: (before: Date) => Promise.resolve(pruned.push(before)) };
    const logger = { info: () => undefined, warn: () => undefined };
    await new Housekeeping(
      warehouse,
      { now: () => NOW },
      { scratch: folders.own, queryLogDays: 30 },
      logger,
      queries,
    ).run();
    expect(
      Object.entries(folders)
        .filter(([, path]) => existsSync(path))
        .map(([name]) => name),
    ).toEqual(['own', 'living']);
    expect(await warehouse.staged(upload.id)).toBeNull();
    expect(pruned).toEqual([hoursAgo(30 * 24)]);
  });
});
