import { open } from 'node:fs/promises';

/** Makes the creations, renames and removals done in a directory survive a power cut. */
export async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
