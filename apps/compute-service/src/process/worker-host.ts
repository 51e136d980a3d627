import { join } from 'node:path';
import { ConfigError } from '@svc/platform';
import { type Enforcement, findWalls } from '@svc/runner';
import type { Config } from '../config';
import type { DiskWatch } from './disk-watch';
import type { WorkerHost } from './open-worker-pool';

const MiB = 1024 * 1024;
/** From the first interrupt of a statement to SIGKILL. */
const GRACE_MS = 2_000;
/** How long a caller without running work waits for one who holds several workers. */
const PATIENCE_MS = 1_000;

/** Injects the {@link BoundedHost} that every pool of workers starts from. */
export const WORKER_HOST = Symbol('WorkerHost');

/** What all workers have in common, and the most of the disk that one of them may use. */
export interface BoundedHost extends WorkerHost {
  readonly diskBytes: number;
}

/** The host as the configuration asks for it. Rejects with what to do when workers cannot be isolated here. */
export async function workerHost(
  config: Config,
  scratch: string,
  disk: DiskWatch,
  { groups }: Enforcement,
): Promise<BoundedHost> {
  return {
    scratch: join(scratch, 'workers'),
    code: join(__dirname, '..'),
    bubblewrap: await isolation(config),
    groups,
    graceMs: GRACE_MS,
    patienceMs: PATIENCE_MS,
    disk,
    diskBytes: config.SVC_WORK_DISK_MB * MiB,
  };
}

/** Fails closed: running without isolation must be configured explicitly. */
async function isolation(config: Config): Promise<string | null> {
  if (config.SVC_WORKER_ISOLATION === 'none') return null;
  const walls = await findWalls(config.PATH);
  if ('problem' in walls) throw new ConfigError([walls.problem]);
  return walls.bubblewrap;
}
