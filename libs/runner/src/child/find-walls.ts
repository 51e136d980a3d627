import { askChild } from './ask-child';
import { findBubblewrap } from '../bubblewrap/find-bubblewrap';
import { missingStep } from '../bubblewrap/isolation';
import { boundedNode } from './node-program';
import { CHANNEL, endingText, SupervisedChild } from './supervised-child';

/** The `bwrap` behind whose walls untrusted work runs here, or the wall that is missing and the setting that gives it. */
export type Walls = { readonly bubblewrap: string } | { readonly problem: string };

const MiB = 1024 * 1024;
const WITHIN_MS = 60_000;
/** What the kernel itself says of a process behind the walls, in `/proc/self/status`. */
const HELD: readonly (readonly [wall: string, line: RegExp])[] = [
  ['the seccomp filter', /^Seccomp:\s+2$/m],
  ['no_new_privs', /^NoNewPrivs:\s+1$/m],
  ['dropped capabilities', /^CapEff:\s+0+$/m],
  ['an empty capability bounding set', /^CapBnd:\s+0+$/m],
];
const SAY_STATUS =
  "process.once('message', () => process.send(require('node:fs').readFileSync('/proc/self/status', 'latin1')))";

/**
 * Proves, by starting one program behind them, that this machine or container has every wall that a service promises. A
 * service calls it before it takes work and does not start without.
 */
export async function findWalls(searchPath: string): Promise<Walls> {
  const bubblewrap = findBubblewrap(searchPath);
  if (bubblewrap === null)
    return {
      problem:
        'bwrap is not in PATH. Install bubblewrap, or set SVC_WORKER_ISOLATION=none where the container isolates this service.',
    };
  try {
    const missing = await missingWall(bubblewrap);
    return missing === null ? { bubblewrap } : { problem: missing };
  } catch (error) {
    return { problem: problemOf(error instanceof Error ? error.message : String(error)) };
  }
}

async function missingWall(bubblewrap: string): Promise<string | null> {
  const command = boundedNode({
    bubblewrap,
    program: ['-e', SAY_STATUS],
    options: [],
    code: [],
    readable: [],
    writable: [],
    limits: { fileBytes: 0, dataBytes: 512 * MiB },
    environment: {},
  });
  const child = SupervisedChild.start(command, CHANNEL);
  const said = await askChild(child, {}, { signal: new AbortController().signal, timeoutMs: WITHIN_MS });
  child.kill();
  await child.ended;
  if (said.kind === 'too-long') return problemOf(`nothing was heard from the sandbox within ${WITHIN_MS / 1000} s`);
  if (said.kind === 'ended') return problemOf(said.ending.stderr || endingText(said.ending));
  const lacking = wallsLacking(String(said.answer));
  return lacking.length === 0
    ? null
    : problemOf(`the kernel does not confirm these walls for a program started behind them: ${lacking.join(', ')}`);
}

/** The walls that a process does not have, by its `/proc/self/status`. */
export function wallsLacking(status: string): readonly string[] {
  return HELD.filter(([, line]) => !line.test(status)).map(([wall]) => wall);
}

function problemOf(detail: string): string {
  return `Untrusted work cannot be isolated here, so this service does not start. ${missingStep(detail)}`;
}
