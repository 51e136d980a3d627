import { type BoundedCommand, boundedNode, type ControlGroups, type ServiceUser } from '@svc/runner';
import type { EngineSettings } from '../duckdb/engine-settings';

export interface WorkerCommandRequest {
  /** The compiled file to run. */
  readonly program: string;
  readonly settings: EngineSettings;
  /** The `bwrap` to run it in; null for a worker without isolation. */
  readonly bubblewrap: string | null;
  /** The folder for files it writes for the service; its engine may write there only if its settings say so. */
  readonly output: string;
  /** Folders with the code and its dependencies; it sees no other files of the host: no key, no other table. */
  readonly codeFolders: readonly string[];
  /** The largest file it may write; null for no limit. */
  readonly fileBytes: number | null;
  /** Kernel limits around it; none where the host cannot set them, or the pod does. */
  readonly groups?: ControlGroups | null | undefined;
  /** The user it starts as, if not that of this process. */
  readonly user?: ServiceUser;
}

const MiB = 1024 * 1024;
/** What a worker process needs besides its engine: Node itself, the outgoing answer, allocator slack. */
const OVERHEAD_BYTES = 512 * MiB;
/**
 * DuckDB's allocator keeps freed memory, and its address space for ever, separately for each of its arenas: with its defaults two
 * answers of long texts leave no room under the limit for a third, nor for Node. With these settings it has one arena, returns
 * pieces over 8 MiB at once and the rest after a second (jemalloc.net/jemalloc.3.html, TUNING); statements take as long as before.
 */
const ENVIRONMENT = {
  DUCKDB_JE_MALLOC_CONF: 'narenas:1,oversize_threshold:8388608,retain:false,dirty_decay_ms:1000,muzzy_decay_ms:0',
};

/**
 * The command line of a worker. The kernel limits its writable memory, because DuckDB's own limit does not count all it
 * allocates (duckdb#15925); above the limit an allocation fails and the statement ends with an error.
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
