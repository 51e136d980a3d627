import type { StagedFile, Warehouse } from '@svc/warehouse';
import { rename } from 'node:fs/promises';

/** Moves what a worker wrote into the warehouse's staging area, by name alone when both are on one file system. */
export async function stageOutput(warehouse: Warehouse, path: string): Promise<StagedFile> {
  const file = await warehouse.stage();
  await rename(path, file.path).catch(() => file.write(path));
  return file;
}
