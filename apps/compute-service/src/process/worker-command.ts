import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import type { EngineSettings } from '../engine/engine-settings';

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
}

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  /** All of its environment: a worker has no business with the service's secrets. */
  readonly env: Readonly<Record<string, string>>;
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
 * The command line of a worker. `prlimit` caps its writable memory in the kernel, because DuckDB's own limit does not
 * count all it allocates (duckdb#15925); past the cap an allocation fails and the statement ends with an error.
 */
export function workerCommand(request: WorkerCommandRequest): Command {
  const cap = Math.round(request.settings.memoryBytes * 1.25) + OVERHEAD_BYTES;
  const node = [process.execPath, '--max-old-space-size=512', request.program, JSON.stringify(request.settings)];
  const limits = [
    `--data=${String(cap)}`,
    ...(request.fileBytes === null ? [] : [`--fsize=${String(request.fileBytes)}`]),
    '--core=0',
    '--nofile=1024',
    '--',
  ];
  const inside = request.bubblewrap === null ? node : [request.bubblewrap, ...sandbox(request), '--', ...node];
  return { file: 'prlimit', args: [...limits, ...inside], env: ENVIRONMENT };
}

function sandbox({ settings, output, codeFolders }: WorkerCommandRequest): string[] {
  const readOnly = [dirname(realpathSync(process.execPath)), ...codeFolders, ...settings.readable].filter(
    (path) => !path.startsWith('/usr/'),
  );
  const writable = [output, settings.spillFolder];
  return [
    '--unshare-all',
    '--unshare-user',
    '--disable-userns',
    '--die-with-parent',
    '--new-session',
    '--cap-drop',
    'ALL',
    '--hostname',
    'query',
    '--ro-bind',
    '/usr',
    '/usr',
    '--symlink',
    'usr/bin',
    '/bin',
    '--symlink',
    'usr/lib',
    '/lib',
    '--symlink',
    'usr/lib64',
    '/lib64',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--remount-ro',
    '/dev',
    '--size',
    String(16 * MiB),
    '--tmpfs',
    '/tmp',
    ...readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...writable.flatMap((path) => ['--bind', path, path]),
    '--chdir',
    '/',
  ];
}
