import { existsSync, readFileSync } from 'node:fs';
import type { Config } from './config';
import { runningStatus, type ChildStatus, type StackStatus } from './stack-status';
import { stateDirectory } from './state-directory';

const NOT_RUNNING = 3;

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join('  ')
    .trimEnd();
}

function table(children: readonly ChildStatus[]): string {
  const rows = [
    ['NAME', 'STATE', 'PID', 'RESTARTS', 'ADDRESS'],
    ...children.map((it) => [it.name, it.state, String(it.pid ?? '-'), String(it.restarts), it.address]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((it) => it[column]?.length ?? 0)));
  return rows.map((it) => row(it, widths)).join('\n');
}

/** For programs: where to call, with what, and which processes there are. */
function machineReadable({ children }: StackStatus, tokenFile: string): object {
  const gateway = children.find((it) => it.name === 'gateway')?.address ?? null;
  const token = existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : null;
  return { gateway, token, processes: children };
}

/** Prints what runs, as the supervisor sees it. Answers the exit code: 0 all ready, 1 some not, 3 nothing runs. */
export function status(config: Config, out: NodeJS.WritableStream, json: boolean): number {
  const state = stateDirectory(config.state);
  const running = runningStatus(state.statusFile);
  if (json)
    out.write(
      `${JSON.stringify(running === null ? { gateway: null, token: null, processes: [] } : machineReadable(running, state.adminToken), null, 2)}\n`,
    );
  else out.write(running === null ? 'Nothing runs. Start it: ./svc up\n' : `${table(running.children)}\n`);
  if (running === null) return NOT_RUNNING;
  return running.children.every((it) => it.state === 'ready') ? 0 : 1;
}
