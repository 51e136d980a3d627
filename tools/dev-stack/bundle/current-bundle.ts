import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { version as bundler } from 'esbuild';
import { bundlePrograms } from './bundle-programs';
import { fileStamp } from './file-stamp';
import { manifestAbove } from './manifest-above';

/** In the folder of a bundle: the files that it was made of, one a line. */
const INPUTS = 'inputs';
/** Begins the name of a folder that is being written by the process whose id follows. */
const PARTIAL = 'partial-';

/** Built programs by name; `installed` are files that change with every installation of packages. */
export interface Bundled {
  readonly programs: Readonly<Record<string, string>>;
  readonly installed: readonly string[];
}

/**
 * The folder with the bundle of these programs as they are now; null when there is none. A folder is named for the stamps
 * of all its inputs, hence a bundle of other inputs is never found.
 */
export function findBundle(home: string, bundled: Bundled): string | null {
  const found = entries(home).find((name) => {
    const inputs = join(home, name, INPUTS);
    return existsSync(inputs) && name === keyOf(bundled, stampsOf(readFileSync(inputs, 'utf8').split('\n')));
  });
  return found === undefined ? null : join(home, found);
}

/** Bundles these programs and deletes the bundles of other inputs. Processes that run one of those are not disturbed. */
export async function makeBundle(home: string, bundled: Bundled): Promise<string> {
  const partial = join(home, `${PARTIAL}${String(process.pid)}`);
  try {
    mkdirSync(partial, { recursive: true });
    const before = stampsOf([...bundled.installed, ...ownFiles()]);
    const read = await bundlePrograms(bundled.programs, partial);
    const stamps = new Map([...before, ...read, ...stampsOf(manifestsOf(read.keys()))]);
    writeFileSync(join(partial, INPUTS), [...stamps.keys()].join('\n'));
    const made = keyOf(bundled, stamps);
    for (const name of entries(home).filter((it) => isLeftover(it))) rmSync(join(home, name), { recursive: true });
    renameSync(partial, join(home, made));
    return join(home, made);
  } catch (error) {
    rmSync(partial, { recursive: true, force: true });
    throw error;
  }
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function stampsOf(files: Iterable<string>): Map<string, string> {
  return new Map([...files].map((file) => [file, fileStamp(file)]));
}

function keyOf({ programs }: Bundled, stamps: ReadonlyMap<string, string>): string {
  const parts = [bundler, process.version, Object.entries(programs), [...stamps].sort(([a], [b]) => (a < b ? -1 : 1))];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/** What decides how a bundle is written. */
function ownFiles(): string[] {
  return readdirSync(__dirname).map((name) => join(__dirname, name));
}

/** The package.json that Node consulted for each file: which file a package means, and whether it is an ES module. */
function manifestsOf(files: Iterable<string>): Set<string> {
  const folders = new Set([...files].map((file) => dirname(file)));
  return new Set([...folders].flatMap((folder) => manifestAbove(folder) ?? []));
}

/** All but what a running process is writing. */
function isLeftover(name: string): boolean {
  if (!name.startsWith(PARTIAL)) return true;
  try {
    return !process.kill(Number(name.slice(PARTIAL.length)), 0);
  } catch {
    return true;
  }
}
