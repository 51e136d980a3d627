import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ControlGroups } from '@svc/runner';
import type { EngineSettings } from '../duckdb/engine-settings';
import type { DiskWatch } from './disk-watch';
import type { Worker } from './worker';
import { workerCommand } from './worker-command';
import { WorkerFolder } from './worker-folder';
import { type PoolOptions, WorkerPool } from './pool/worker-pool';
import { WorkerProcess } from './worker-process';

/** What all workers of this host share. */
export interface WorkerHost {
  /** Contains the workers' folders; on the warehouse's file system, so that tables can be linked instead of copied. */
  readonly scratch: string;
  /** The folder of this service's compiled code: workers are programs of their own. */
  readonly code: string;
  /** The `bwrap` that gives a worker no network and only its own files; null where the pod already isolates it. */
  readonly bubblewrap: string | null;
  /** Kernel limits around a worker; none where the host cannot set them. */
  readonly groups?: ControlGroups | null | undefined;
  /** From the first interrupt to SIGKILL. */
  readonly graceMs: number;
  /** How long a caller waits before another caller with several workers has to give one up. */
  readonly patienceMs: number;
  /** Stops work that takes too much disk; none where only this service is affected. */
  readonly disk?: DiskWatch | undefined;
}

export interface WorkerKind<Work> {
  /** The worker's main file, below the code folder; or a function that starts one in this process. */
  readonly program: string | ((settings: EngineSettings) => Promise<Worker<Work>>);
  readonly size: number;
  /** Maximum number of workers of one caller; all of them unless set. */
  readonly share?: number;
  readonly queue: number;
  /** Whether its engine may write files for the service to pick up. The process itself may. */
  readonly writes: boolean;
  readonly memoryBytes: number;
  readonly spillBytes: number;
  readonly threads: number;
  /** Disk budget of one piece of work, spilled and written; absent for none. */
  readonly diskBytes?: number | undefined;
  /** The largest file it may write; null for as much as its disk budget. */
  readonly fileBytes: number | null;
  /** How many files it writes in one piece of work. */
  readonly files: number;
  /** Pieces of work after which a worker is replaced; 1 gives every piece a process of its own. */
  readonly recycleAfter: number;
}

const START_MS = 30_000;
const MiB = 1024 * 1024;

/** Starts a pool of workers; rejects with its message when none can start here. */
export function openWorkerPool<Work>(host: WorkerHost, kind: WorkerKind<Work>): Promise<WorkerPool<Work>> {
  return WorkerPool.open<Work>({
    size: kind.size,
    ...(kind.share === undefined ? {} : { share: kind.share }),
    queue: kind.queue,
    graceMs: host.graceMs,
    patienceMs: host.patienceMs,
    recycleAfter: kind.recycleAfter,
    recycleRssBytes: kind.memoryBytes + 512 * MiB,
    disk: diskOf(host, kind),
    newFolder: () => WorkerFolder.create(host.scratch),
    start: (folder, share) => startWorker(host, kind, folder, share),
  });
}

function diskOf<Work>(host: WorkerHost, kind: WorkerKind<Work>): PoolOptions<Work>['disk'] {
  if (host.disk === undefined) return undefined;
  const most = kind.spillBytes + kind.files * largestFile(kind);
  // What has no limit cannot be divided.
  return { watch: host.disk, budget: kind.diskBytes ?? Infinity, most: Number.isFinite(most) ? most : 0 };
}

function largestFile<Work>({ fileBytes, diskBytes }: WorkerKind<Work>): number {
  return fileBytes ?? diskBytes ?? Infinity;
}

async function startWorker<Work>(
  host: WorkerHost,
  kind: WorkerKind<Work>,
  folder: WorkerFolder,
  share: number,
): Promise<Worker<Work>> {
  const fileBytes = largestFile(kind);
  const settings = {
    readable: [folder.in],
    writable: kind.writes ? [folder.out] : [],
    spillFolder: folder.spill,
    spillBytes: Math.floor(kind.spillBytes * share),
    memoryBytes: kind.memoryBytes,
    threads: kind.threads,
  };
  if (typeof kind.program !== 'string') return kind.program(settings);
  const command = workerCommand({
    program: join(host.code, kind.program),
    settings,
    output: folder.out,
    bubblewrap: host.bubblewrap,
    groups: host.groups,
    codeFolders: [host.code, libraries(), packages()],
    fileBytes: fileBytes === Infinity ? null : Math.floor(fileBytes * share),
  });
  return WorkerProcess.start(command, START_MS);
}

/** Where the workspace links among the packages lead. */
function libraries(): string {
  return join(dirname(realpathSync(require.resolve('@svc/duckdb-sql/package.json'))), '..');
}

/** Where the packages are that workers load. */
function packages(): string {
  return join(dirname(require.resolve('@duckdb/node-api/package.json')), '..', '..');
}
