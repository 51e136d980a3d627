import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WorkerFolder } from './worker-folder';

let root: string;
let folder: WorkerFolder;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'worker-folder-'));
  folder = await WorkerFolder.create(join(root, 'workers'));
  for (const name of ['a', 'b', 'c']) await writeFile(join(root, name), name);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const show = (...names: string[]) => folder.show(names.map((name) => ({ name, path: join(root, name) })));

describe('the folder of a worker', () => {
  it('shows exactly the files of the request, as links and not as copies', async () => {
    await show('a', 'b');
    expect((await readdir(folder.in)).sort()).toEqual(['a', 'b']);
    await show('b', 'c');
    expect((await readdir(folder.in)).sort()).toEqual(['b', 'c']);
    expect((await stat(folder.pathOf('b'))).ino).toBe((await stat(join(root, 'b'))).ino);
  });

  it('links an object once: what comes and goes is the folder around it, so that its ctime stays', async () => {
    const object = [{ name: 'a', path: join(root, 'a'), immutable: true }];
    await folder.show(object);
    const { ctimeNs } = await stat(join(root, 'a'), { bigint: true });
    await show('b');
    expect(await readdir(folder.in)).toEqual(['b']);
    await folder.empty();
    expect(await readdir(folder.in)).toEqual([]);
    await folder.show(object);
    expect(await readFile(folder.pathOf('a'), 'utf8')).toBe('a');
    expect((await stat(join(root, 'a'), { bigint: true })).ctimeNs).toBe(ctimeNs);
  });

  it('shows another file under a name that was used before', async () => {
    await folder.show([{ name: 'upload', path: join(root, 'a') }]);
    await folder.show([{ name: 'upload', path: join(root, 'b') }]);
    expect(await readFile(folder.pathOf('upload'), 'utf8')).toBe('b');
  });

  it('shows nothing after a file could not be shown, and works again', async () => {
    await show('a');
    await expect(show('b', 'missing')).rejects.toThrow('ENOENT');
    expect(await readdir(folder.in)).toEqual([]);
    await show('a', 'b');
    expect((await readdir(folder.in)).sort()).toEqual(['a', 'b']);
  });

  it('is empty when asked, also of what was written, and never takes the files themselves away', async () => {
    await show('a');
    await writeFile(folder.newOutput(), 'torn');
    await writeFile(join(folder.spill, 'block'), 'spilled');
    await folder.empty();
    expect(await Promise.all([folder.in, folder.out, folder.spill].map((path) => readdir(path)))).toEqual([[], [], []]);
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('a');
  });
});
