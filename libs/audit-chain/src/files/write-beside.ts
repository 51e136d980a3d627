import { randomBytes } from 'node:crypto';
import { open, rm } from 'node:fs/promises';

/** Writes content, synced, to a new file next to `path` and returns its name: the first half of an atomic write. */
export async function writeBeside(path: string, content: Uint8Array | string, mode: number): Promise<string> {
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const handle = await open(temporary, 'wx', mode);
  try {
    await handle.chmod(mode); // the umask may have taken bits away
    await handle.writeFile(content);
    await handle.sync();
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return temporary;
}
