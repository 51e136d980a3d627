import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { scratchDirectory } from '../../test/scratch-directory';
import { errorCode } from './error-code';
import { readIfPresent } from './read-if-present';
import { replaceFile } from './replace-file';
import { writeFully } from './write-fully';

describe('files', () => {
  it('are written as a whole or the caller is told', async () => {
    const path = join(scratchDirectory(), 'file');
    const file = openSync(path, 'w');
    writeFully(file, Buffer.from('world'), 6);
    writeFully(file, Buffer.from('hello '), 0);
    closeSync(file);
    expect(await readIfPresent(path)).toBe('hello world');
  });

  it('on a full disk are refused with the code of the system', () => {
    if (!existsSync('/dev/full')) return; // only Linux has a device that is always full
    const full = openSync('/dev/full', 'w');
    let code: string | undefined;
    try {
      writeFully(full, Buffer.from('x'), 0);
    } catch (error) {
      code = errorCode(error);
    }
    closeSync(full);
    expect(code).toBe('ENOSPC');
  });

  it('are replaced as a whole, and absent ones read as null', async () => {
    const directory = scratchDirectory();
    expect(await readIfPresent(join(directory, 'file'))).toBeNull();
    await replaceFile(join(directory, 'file'), 'a');
    await replaceFile(join(directory, 'file'), 'b');
    expect(await readIfPresent(join(directory, 'file'))).toBe('b');
    await expect(readIfPresent(directory)).rejects.toThrow('EISDIR');
  });
});
