import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { claimChecksIn } from './claim-checks';
import { DirectoryWarehouse } from './directory/directory-warehouse';

describe('claim checks', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'svc-claims-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('hand out what was put for one reader, and objects that stay', async () => {
    const warehouse = await DirectoryWarehouse.open(folder);
    const checks = claimChecksIn(Promise.resolve(warehouse));
    const passing = await checks.put(Buffer.from('for one reader'));
    const staying = await warehouse.put(Buffer.from('for good'));
    expect(await text(await checks.open(passing.object))).toBe('for one reader');
    expect(await text(await checks.open(staying.object))).toBe('for good');
  });

  it('hand out nothing for a name that nobody put', async () => {
    const checks = claimChecksIn(DirectoryWarehouse.open(folder));
    await expect(checks.open('0'.repeat(64))).rejects.toMatchObject({ code: 'no-such-object' });
  });
});
