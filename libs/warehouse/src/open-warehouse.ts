import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { DirectoryWarehouse, type DirectoryWarehouseOptions } from './directory/directory-warehouse';
import type { Warehouse } from './warehouse';
import { WarehouseError } from './warehouse-error';

const SCHEME = /^([a-z][a-z0-9+.-]*):/i;

/**
 * Opens the warehouse at a URL, creating what is missing. `file:///var/lib/svc/warehouse` is a directory that all services
 * mount; a plain path means the same. Any other scheme is refused with `unsupported-url`.
 */
export async function openWarehouse(url: string, options: DirectoryWarehouseOptions = {}): Promise<Warehouse> {
  return DirectoryWarehouse.open(warehouseDirectory(url), options);
}

/** The directory behind a warehouse's URL, for what has to lie on the same file system. Refuses as opening does. */
export function warehouseDirectory(url: string): string {
  const scheme = SCHEME.exec(url)?.[1]?.toLowerCase();
  if (scheme === undefined) return resolve(url);
  if (scheme !== 'file')
    throw new WarehouseError(
      'unsupported-url',
      `A warehouse cannot be opened by "${scheme}:". Supported are file:///a/directory and a plain path; object stores (s3, gs, az) are not supported yet.`,
    );
  try {
    return fileURLToPath(url);
  } catch (error) {
    throw new WarehouseError(
      'unsupported-url',
      `"${url}" names no directory. Write file:///var/lib/svc/warehouse, with three slashes.`,
      { cause: error },
    );
  }
}
