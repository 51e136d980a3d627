import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { Environment } from './runner';

const run = promisify(execFile);

/** The Python that runs derivations, as the sandbox needs it. */
const interpreter = z.object({
  /** The program itself, not a link in a virtual environment. */
  executable: z.string().startsWith('/'),
  /** Folder of the program and its standard library. */
  prefix: z.string().startsWith('/').min(2),
  /** Folder of the installed packages. */
  packages: z.string().startsWith('/'),
  python: z.string(),
  platform: z.string(),
});
export type Interpreter = z.infer<typeof interpreter>;

const PROBE = `
import json, os, platform, sys, sysconfig
print(json.dumps({
    "executable": os.path.realpath(sys._base_executable or sys.executable), "prefix": os.path.realpath(sys.base_prefix),
    "packages": os.path.realpath(sysconfig.get_path("platlib")),
    "python": platform.python_version(), "platform": sysconfig.get_platform(),
}))`;

/** Asks a Python, such as that of a virtual environment, for its paths. */
export async function findInterpreter(python: string): Promise<Interpreter> {
  const { stdout } = await run(python, ['-I', '-c', PROBE], { env: {}, timeout: 30_000 });
  return interpreter.parse(JSON.parse(stdout));
}

/** The environment's identity: what is locked, the Python that runs it, the platform it is built for. */
export async function environmentOf({ python, platform }: Interpreter, lockFile: string): Promise<Environment> {
  const lock = lockedRequirements(await readFile(lockFile, 'utf8'));
  const identity = JSON.stringify(['svc.environment/v1', lock, python, platform]);
  return { hash: `sha256:${createHash('sha256').update(identity).digest('hex')}`, python, platform };
}

/** The requirements of a lock file, each on one line with its hashes, sorted: free of comments, order and layout. */
export function lockedRequirements(lock: string): readonly string[] {
  const lines = lock
    .replace(/\\\r?\n/g, ' ')
    .split(/\r?\n/)
    .map((text) => text.replace(/(^|\s)#.*$/, '').trim())
    .filter((text) => text !== '');
  return lines
    .map((text) => {
      const [requirement = '', ...hashes] = text.split(/\s+--hash=/);
      return [requirement.replace(/\s+/g, ' ').trim(), ...hashes.map((hash) => hash.trim()).sort()].join(' ');
    })
    .sort();
}
