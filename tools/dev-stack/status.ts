import type { Config } from './config';
import { runningStatus, type ChildStatus } from './stack-status';
import { stateDirectory } from './state-directory';

const NOT_RUNNING = 3;

function row(cells: readonly string[], widths: readonly number[]): string {
  return cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ').trimEnd();
}

function table(children: readonly ChildStatus[]): string {
  const rows = [['NAME', 'STATE', 'PID', 'RESTARTS', 'ADDRESS'], ...children.map((it) => [it.name, it.state, String(it.pid ?? '-'), String(it.restarts), it.address])];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((it) => it[column]?.length ?? 0)));
  return rows.map((it) => row(it, widths)).join('\n');
}

/** Prints what runs, as the supervisor sees it. Answers the exit code: 0 all ready, 1 some not, 3 nothing runs. */
export function status(config: Config, out: NodeJS.WritableStream, json: boolean): number {
  const running = runningStatus(stateDirectory(config.state).statusFile);
  if (json) out.write(`${JSON.stringify(running ?? { children: [] }, null, 2)}\n`);
  else out.write(running === null ? 'Nothing runs. Start it: ./svc up\n' : `${table(running.children)}\n`);
  if (running === null) return NOT_RUNNING;
  return running.children.every((it) => it.state === 'ready') ? 0 : 1;
}
