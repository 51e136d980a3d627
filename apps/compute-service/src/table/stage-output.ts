import { lstat, rename, rm } from 'node:fs/promises';
import type { StagedFile, Warehouse } from '@svc/warehouse';

/**
 * Moves what a worker wrote into the warehouse's staging area, by name alone when both are on one file system. It is looked
 * at where the worker cannot reach it: a link would lead whoever reads it to a file that the worker itself may not read.
 */
export async function stageOutput(warehouse: Warehouse, path: string): Promise<StagedFile> {
  const file = await warehouse.stage();
  await requireFile(path);
  await rename(path, file.path).catch(() => file.write(path).then(() => rm(path)));
  await requireFile(file.path).catch(async (error: unknown) => {
    await file.discard();
    throw error;
  });
  return file;
}

async function requireFile(path: string): Promise<void> {
  if (!(await lstat(path)).isFile()) throw new Error('a worker left something else than a file');
}
