import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { isRunning, processIdentity } from './process-identity';

const childStatus = z.object({
  name: z.string(),
  state: z.enum(['starting', 'ready', 'unready', 'restarting', 'stopped']),
  pid: z.int().nullable(),
  restarts: z.int(),
  address: z.string(),
  log: z.string(),
  /** The degraded conditions of a ready child; the supervisor does not write them. */
  degraded: z.array(z.string()).optional(),
});
export type ChildStatus = z.infer<typeof childStatus>;

/** The supervisor's status of itself and its children, written at every change. The CLI finds the gateway here. */
export const stackStatus = z.object({
  supervisor: processIdentity,
  /** The build and settings that it runs. */
  stack: z.string(),
  /** Why it cannot continue; it then ends. */
  failure: z.string().nullable(),
  children: z.array(childStatus),
});
export type StackStatus = z.infer<typeof stackStatus>;

/** The last written status, whether or not that supervisor still runs; null when there is none. */
export function readStatus(file: string): StackStatus | null {
  try {
    return stackStatus.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

/** The status of a running supervisor; null when none runs. */
export function runningStatus(file: string): StackStatus | null {
  const status = readStatus(file);
  return status !== null && isRunning(status.supervisor) ? status : null;
}
