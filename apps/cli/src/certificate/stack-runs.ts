import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const status = z.object({ supervisor: z.object({ pid: z.int().positive(), started: z.string() }) });

/** Whether the stack of this state directory is running: exactly the process that its supervisor recorded. */
export function stackRuns(stateDirectory: string): boolean {
  try {
    const { supervisor } = status.parse(JSON.parse(readFileSync(join(stateDirectory, 'run', 'status.json'), 'utf8')));
    // After the name, which may contain spaces and brackets: the state is field 3, the start in ticks since boot field 22.
    const fields = readFileSync(`/proc/${supervisor.pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return fields[0] !== 'Z' && fields[19] === supervisor.started;
  } catch {
    return false;
  }
}
