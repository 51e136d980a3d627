import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DiskStop, DiskWatch } from './disk-watch';

const MiB = 1024 * 1024;

describe('a watch over who writes', () => {
  let folder: string;
  let room: number;
  let watch: DiskWatch;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watch-'));
    room = 100 * MiB;
    watch = new DiskWatch({ room: () => Promise.resolve(room), require: () => Promise.resolve() }, 1);
  });
  afterEach(() => rm(folder, { recursive: true }));

  const stopped = (budget: number): Promise<DiskStop> =>
    new Promise((resolve) => watch.watch({ paths: [folder, join(folder, 'absent')], budget }, resolve));

  it('stops a writer at its budget', async () => {
    const stop = stopped(MiB);
    await writeFile(join(folder, 'out'), Buffer.alloc(2 * MiB, 1));
    expect(await stop).toBe('disk-budget');
  });

  it('stops who writes when the reserve of the disk is reached', async () => {
    const stop = stopped(100 * MiB);
    await writeFile(join(folder, 'out'), Buffer.alloc(MiB, 1));
    room = -1;
    expect(await stop).toBe('disk-full');
  });

  it('does not stop work that has written nothing, however full the disk is', async () => {
    room = -1;
    let looks = 0;
    const floor = { room: () => Promise.resolve(-1), require: () => Promise.resolve() };
    const counting = new DiskWatch({ ...floor, room: async () => (looks += 1) && -1 }, 1);
    const stops: DiskStop[] = [];
    const end = counting.watch({ paths: [folder], budget: MiB }, (why) => stops.push(why));
    const other = stopped(MiB);
    await writeFile(join(folder, 'late'), Buffer.alloc(MiB / 2, 1));
    expect(await other).toBe('disk-full');
    end();
    expect(looks).toBeLessThanOrEqual(1_000);
  });
});
