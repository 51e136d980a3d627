import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Vector } from './vector';

const REQUIREMENTS = join(__dirname, 'requirements.txt');
const VERIFIER = join(__dirname, 'verify.py');
const INSTALL_MS = 45_000;

/** What the verifier in Python found; `code`, `digest` and `moved` where the outcome has one. */
const finding = z.object({
  outcome: z.string(),
  code: z.string().optional(),
  digest: z.string().optional(),
  moved: z.array(z.string()).optional(),
  preregistration: z.string().optional(),
  exit_code: z.int(),
});
export type Finding = z.infer<typeof finding>;

export type Task = Pick<Vector, 'document' | 'publicKey' | 'keyHistory' | 'logKey' | 'current'>;

/**
 * A Python with just the locked requirements, in a temporary folder that later runs find again; or why there is none.
 * It is made beside its place and moved there whole, so that two runs at once cannot spoil each other's.
 */
export function preparePython(): { readonly python: string } | { readonly missing: string } {
  try {
    const version = execFileSync(
      'python3',
      ['-c', 'import sys; assert sys.version_info >= (3, 11); print(sys.version)'],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
    );
    const identity = createHash('sha256').update(version).update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 16);
    const folder = join(tmpdir(), `svc-conformance-${userInfo().uid}`);
    const place = join(folder, identity);
    if (!existsSync(place)) install(folder, place);
    return { python: join(place, 'bin', 'python') };
  } catch (error) {
    return {
      missing: `Python 3.11 with venv, and the Python package index: ${(error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''}`,
    };
  }
}

function install(folder: string, place: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const making = `${place}.${process.pid}`;
  try {
    execFileSync('python3', ['-m', 'venv', making], { stdio: 'pipe', timeout: INSTALL_MS });
    const wanted = [
      '--require-hashes',
      '--only-binary',
      ':all:',
      '--disable-pip-version-check',
      '--retries',
      '1',
      '--timeout',
      '10',
      '-r',
      REQUIREMENTS,
    ];
    execFileSync(join(making, 'bin', 'python'), ['-m', 'pip', 'install', '-q', ...wanted], {
      stdio: 'pipe',
      timeout: INSTALL_MS,
    });
    renameSync(making, place);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

/** Runs the verifier on the command line as a stranger would. */
export function runVerifier(
  python: string,
  args: readonly string[],
  input: string | Uint8Array = '',
): { readonly status: number; readonly output: string } {
  try {
    return {
      status: 0,
      output: execFileSync(python, ['-B', VERIFIER, ...args], {
        input,
        encoding: 'utf8',
        stdio: ['pipe', 'pipe', 'pipe'],
        maxBuffer: 256 << 20,
      }),
    };
  } catch (error) {
    const ended = z.object({ status: z.int(), stdout: z.string(), stderr: z.string() }).parse(error);
    return { status: ended.status, output: `${ended.stdout}${ended.stderr}` };
  }
}

/** What it finds of many documents, by one process. */
export function judgeInPython(python: string, tasks: readonly Task[]): Finding[] {
  const lines = tasks.map(({ document, publicKey, keyHistory, logKey, current }) =>
    JSON.stringify({
      certificate: Buffer.from(document).toString('base64'),
      public_key: publicKey,
      key_history: keyHistory,
      log_key: logKey,
      current,
    }),
  );
  const { status, output } = runVerifier(python, ['--batch'], `${lines.join('\n')}\n`);
  if (status !== 0) throw new Error(`verify.py --batch ended with ${status}: ${output.slice(-2000)}`);
  return output
    .trimEnd()
    .split('\n')
    .map((line) => finding.parse(JSON.parse(line)));
}
