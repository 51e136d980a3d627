import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { thisMachine } from './config';

/** Where Debian keeps programs that are not on an ordinary user's PATH. */
const DEBIAN_DIRECTORIES = ['/usr/local/bin', '/usr/bin', '/bin', '/usr/local/sbin', '/usr/sbin', '/sbin'];
const DEBIAN_POSTGRES = '/usr/lib/postgresql';
const CHECKOUT = resolve(__dirname, '..', '..', '..');

/** Where programs lie that were unpacked from Debian packages rather than installed. */
export interface Unpacked {
  readonly programs: string;
  /** Has a folder per major version, with `bin` in it. */
  readonly postgres: string;
}

/** The programs that `./svc up` and `./svc test` unpack below a folder, by default this checkout's `.svc`. */
export function unpackedIn(folder = join(CHECKOUT, '.svc')): Unpacked {
  return { programs: join(folder, 'tools', 'bin'), postgres: join(folder, 'tools', 'postgres') };
}

/** Says which program is missing and how to get it. */
export class MissingProgram extends Error {
  constructor(
    readonly program: string,
    readonly debianPackage: string,
  ) {
    super(
      `${program} was not found: neither in .svc/tools, nor on PATH, nor in Debian's usual places. Run ./svc up once, or install it: sudo apt-get install -y ${debianPackage}`,
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

/** The first executable called `name`: unpacked by us, on PATH, then in Debian's usual places; null when there is none. */
export function findProgram(name: string, unpacked = unpackedIn()): string | null {
  const directories = [unpacked.programs, ...thisMachine().path, ...DEBIAN_DIRECTORIES];
  return directories.map((directory) => join(directory, name)).find(isProgram) ?? null;
}

/** Like {@link findProgram}, but throws {@link MissingProgram} when there is none. */
export function requireProgram(name: string, debianPackage = name): string {
  const found = findProgram(name);
  if (found === null) throw new MissingProgram(name, debianPackage);
  return found;
}

/** `<parent>/<version>/bin` for every version, the newest first. */
function versionedDirectories(parent: string): string[] {
  try {
    return readdirSync(parent)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(parent, version, 'bin'));
  } catch {
    return [];
  }
}

/**
 * The directories that hold a whole Postgres (`postgres` and `initdb` side by side), best first. A `postgres` on PATH
 * may be a link into such a directory; client packages alone do not count.
 */
export function findPostgresDirectories(unpacked = unpackedIn()): string[] {
  const linked = thisMachine()
    .path.map((directory) => join(directory, 'postgres'))
    .filter(isProgram)
    .map((file) => dirname(realpathSync(file)));
  const candidates = [...versionedDirectories(unpacked.postgres), ...linked, ...versionedDirectories(DEBIAN_POSTGRES)];
  return [...new Set(candidates)].filter((it) => isProgram(join(it, 'postgres')) && isProgram(join(it, 'initdb')));
}
