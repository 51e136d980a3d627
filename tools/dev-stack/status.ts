import { existsSync, readFileSync } from 'node:fs';
import type { Config } from './config';
import { damagedObjects, inWords } from './state/damaged-objects';
import { degradedAt } from './services/service-specs';
import { runningStatus, type ChildStatus, type StackStatus } from './supervisor/stack-status';
import { type StateDirectory, stateDirectory } from './state/state-directory';

const NOT_RUNNING = 3;

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();
}

function stateOf({ state, degraded = [] }: ChildStatus): string {
  return degraded.length === 0 ? state : `${state}, degraded: ${degraded.join(', ')}`;
}

function table(children: readonly ChildStatus[]): string {
  const rows = [
    ['NAME', 'STATE', 'PID', 'RESTARTS', 'ADDRESS'],
    ...children.map((it) => [it.name, stateOf(it), String(it.pid ?? '-'), String(it.restarts), it.address]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((it) => it[column]?.length ?? 0)));
  return rows.map((it) => row(it, widths)).join('\n');
}

/** For programs: address, token and processes. */
function machineReadable({ children }: StackStatus, state: StateDirectory): object {
  const gateway = children.find((it) => it.name === 'gateway')?.address ?? null;
  const token = existsSync(state.adminToken) ? readFileSync(state.adminToken, 'utf8').trim() : null;
  return { gateway, token, processes: children, damaged_objects: damagedObjects(state) };
}

/** The children with their degraded conditions: `ready, degraded: disk`. */
async function inTruth(children: readonly ChildStatus[]): Promise<ChildStatus[]> {
  return Promise.all(
    children.map(async (it) => {
      const without = it.state === 'ready' && it.address.startsWith('http') ? await degradedAt(it.address) : [];
      return { ...it, degraded: without };
    }),
  );
}

/** Prints the processes as the supervisor sees them. Returns the exit code: 0 all ready, 1 some not, 3 nothing runs. */
export async function status(config: Config, out: NodeJS.WritableStream, json: boolean): Promise<number> {
  const state = stateDirectory(config.state);
  const found = runningStatus(state.statusFile);
  const running = found === null ? null : { ...found, children: await inTruth(found.children) };
  if (json)
    out.write(
      `${JSON.stringify(running === null ? { gateway: null, token: null, processes: [] } : machineReadable(running, state), null, 2)}\n`,
    );
  else out.write(running === null ? 'Nothing runs. Start it: ./svc up\n' : `${table(running.children)}\n`);
  const damaged = damagedObjects(state);
  if (!json && damaged.length > 0) out.write(`Stored objects: ${inWords(damaged)}. What to do: ./svc doctor\n`);
  if (running === null) return NOT_RUNNING;
  return running.children.every((it) => it.state === 'ready') ? 0 : 1;
}
