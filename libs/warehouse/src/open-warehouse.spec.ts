import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openWarehouse, warehouseDirectory } from './open-warehouse';

describe('the URL of a warehouse', () => {
  it('is that of a directory, or its path, which is the same warehouse', async () => {
    const root = await mkdtemp(join(tmpdir(), 'open-warehouse-'));
    const [byPath, byUrl] = [await openWarehouse(root), await openWarehouse(pathToFileURL(root).href)];
    const { object } = await byPath.put(Buffer.from('rows'));
    expect(await byUrl.localFile(object)).toEqual(await byPath.localFile(object));
    await rm(root, { recursive: true });
  });

  it.each(['s3://bucket/prefix', 'gs://bucket', 'az://account/container', 'https://example.org'])(
    'refuses %s and names what is supported',
    async (url) => {
      await expect(openWarehouse(url)).rejects.toMatchObject({ code: 'unsupported-url' });
      expect(() => warehouseDirectory(url)).toThrow(/Supported are file:/);
    },
  );

  it('refuses a host in the place of a directory', () => {
    expect(() => warehouseDirectory('file://var/lib/svc')).toThrow(/three slashes/);
  });
});
