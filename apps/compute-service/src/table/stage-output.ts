import { constants } from 'node:fs';
import { copyFile, lstat, open, rename, rm } from 'node:fs/promises';
import type { StagedFile, Warehouse } from '@svc/warehouse';

/**
 * Moves a worker's output into the warehouse's staging area, as a file of the service's own. The worker may keep a
 * descriptor of its file, and rows that are certified by hash must not change afterwards. The file is inspected where
 * the worker cannot replace it: a link would make the reader follow it to a file that the worker itself may not read.
 */
export async function stageOutput(warehouse: Warehouse, path: string): Promise<StagedFile> {
  const file = await warehouse.stage();
  const taken = `${file.path}.taken`;
  try {
    await rename(path, taken);
  } catch {
    return copyAcross(path, file);
  }
  try {
    await requireFile(taken);
    await copyFile(taken, file.path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    return file;
  } catch (error) {
    await file.discard();
    throw error;
  } finally {
    await rm(taken, { force: true });
  }
}

/** From another file system. */
async function copyAcross(path: string, file: StagedFile): Promise<StagedFile> {
  await requireFile(path);
  const source = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    await file.write(source.createReadStream({ autoClose: false }));
  } finally {
    await source.close();
  }
  await rm(path);
  return file;
}

async function requireFile(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) throw new Error('a worker left something else than a file');
}
