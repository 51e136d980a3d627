import { type BoundedCommand, boundedNode, type ControlGroups, type ServiceUser } from '@svc/runner';
import type { EngineSettings } from '../duckdb/engine-settings';

export interface WorkerCommandRequest {
  /** The compiled file to run. */
  readonly program: string;
  readonly settings: EngineSettings;
  /** The `bwrap` to run it in; null for a worker in the open. */
  readonly bubblewrap: string | null;
  /** The folder for files it writes for the service; its engine writes there only where its settings say so. */
  readonly output: string;
  /** Folders with the code and its dependencies; nothing else of the host's files is seen, no key and no other table. */
  readonly codeFolders: readonly string[];
  /** The largest file it may write; null for no limit. */
  readonly fileBytes: number | null;
  /** Limits that the kernel keeps around it; none where it cannot, or the pod does. */
  readonly groups?: ControlGroups | null | undefined;
  /** In whose name it starts, when not in that of this process. */
  readonly user?: ServiceUser;
}

const MiB = 1024 * 1024;
/** What a worker process needs besides its engine: Node itself, the answer on its way out, allocator slack. */
const OVERHEAD_BYTES = 512 * MiB;
/**
 * DuckDB's allocator keeps what it frees, and the addresses of it for ever, apart for each of its arenas: with its own settings two
 * answers of long texts leave nothing under the cap for a third, nor for Node. With these it has one arena, gives pieces over
 * 8 MiB back at once and the rest after a second (jemalloc.net/jemalloc.3.html, TUNING); statements take as long as before.
 */
const ENVIRONMENT = {
  DUCKDB_JE_MALLOC_CONF: 'narenas:1,oversize_threshold:8388608,retain:false,dirty_decay_ms:1000,muzzy_decay_ms:0',
};

/**
 * The command line of a worker. The kernel caps its writable memory, because DuckDB's own limit does not count all it
 * allocates (duckdb#15925); past the cap an allocation fails and the statement ends with an error.
 */
export function workerCommand(request: WorkerCommandRequest): BoundedCommand {
  const { settings, bubblewrap, fileBytes, output, codeFolders } = request;
  const dataBytes = Math.round(settings.memoryBytes * 1.25) + OVERHEAD_BYTES;
  return boundedNode({
    bubblewrap,
    program: [request.program, JSON.stringify(settings)],
    options: ['--max-old-space-size=512'],
    code: codeFolders,
    readable: settings.readable,
    writable: [output, settings.spillFolder],
    limits: { fileBytes, dataBytes },
    environment: ENVIRONMENT,
    groups: request.groups,
    ...(request.user === undefined ? {} : { user: request.user }),
  });
}
