import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Client, createClient } from '@svc/contracts';
import { z } from 'zod';

/** The checkout: two folders above the compiled form of this one. */
export const ROOT = path.resolve(__dirname, '..', '..', '..');

const status = z.object({
  gateway: z.string(),
  token: z.string(),
  processes: z.array(z.object({ name: z.string(), state: z.string(), pid: z.int().nullable() })),
});

/** What `./svc up` started, seen from outside. */
export interface RunningStack {
  readonly gateway: string;
  readonly token: string;
  readonly client: Client;
  /** Of every server and service, by name. */
  readonly pids: ReadonlyMap<string, number>;
}

/** The stack of this checkout (`SVC_STATE_DIR` as always). Throws when it is not up. */
export async function runningStack(): Promise<RunningStack> {
  const { stdout } = await promisify(execFile)(path.join(ROOT, 'svc'), ['status', '--json'], { cwd: ROOT });
  const { gateway, token, processes } = status.parse(JSON.parse(stdout));
  const away = processes.filter((it) => it.state !== 'ready').map((it) => it.name);
  if (away.length > 0) throw new Error(`not ready: ${away.join(', ')}. Run ./svc up first.`);
  const pids = new Map(processes.flatMap(({ name, pid }) => (pid === null ? [] : [[name, pid] as const])));
  return { gateway, token, client: createClient({ baseUrl: gateway, token }), pids };
}

/** The environment that a process of the stack was started with. */
export function environmentOf(stack: RunningStack, name: string): Readonly<Record<string, string>> {
  const pid = stack.pids.get(name);
  if (pid === undefined) throw new Error(`the stack has no process "${name}"`);
  const lines = readFileSync(`/proc/${String(pid)}/environ`, 'utf8')
    .split('\0')
    .filter((line) => line !== '');
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}
