import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { thisMachine } from './config';

/** Where Debian keeps programs that are not on an ordinary user's PATH. */
const DEBIAN_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];
const DEBIAN_POSTGRES = '/usr/lib/postgresql';

/** Says which program is missing and how to get it. */
export class MissingProgram extends Error {
  constructor(
    readonly program: string,
    readonly debianPackage: string,
  ) {
    super(
      `${program} was not found on PATH or in Debian's usual places. Install it: sudo apt-get install -y ${debianPackage}`,
    );
    this.name = 'MissingProgram';
  }
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** The first executable called `name` in `first`, then PATH, then Debian's usual places; null when there is none. */
export function findProgram(name: string, first: readonly string[] = []): string | null {
  const directories = [...first, ...thisMachine().path, ...DEBIAN_DIRECTORIES];
  return directories.map((directory) => join(directory, name)).find(isProgram) ?? null;
}

function versionedPostgresDirectories(): string[] {
  try {
    return readdirSync(DEBIAN_POSTGRES)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(DEBIAN_POSTGRES, version, 'bin'));
  } catch {
    return [];
  }
}

/**
 * The directories that hold a whole Postgres (`postgres` and `initdb` side by side), best first. A `postgres` on PATH
 * may be a link into such a directory; client packages alone do not count.
 */
export function findPostgresDirectories(first: readonly string[] = []): string[] {
  const linked = thisMachine()
    .path.map((directory) => join(directory, 'postgres'))
    .filter(isProgram)
    .map((file) => dirname(realpathSync(file)));
  const candidates = [...first, ...linked, ...versionedPostgresDirectories()];
  return [...new Set(candidates)].filter((it) => isProgram(join(it, 'postgres')) && isProgram(join(it, 'initdb')));
}
