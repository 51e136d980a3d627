import { DuckDBInstance } from '@duckdb/node-api';
import { literal } from '@svc/duckdb-sql';
import type { EngineSettings } from './engine-settings';

/** Opens an in-memory DuckDB that can only compute over the given folders. */
export async function openLockedEngine(settings: EngineSettings): Promise<DuckDBInstance> {
  const instance = await openEngine(settings);
  await lockEngine(instance, settings);
  return instance;
}

/** An engine that its own process can still configure; the process locks it before it runs anything. */
export function openEngine({ threads, memoryBytes }: EngineSettings): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', { threads: String(threads), memory_limit: `${memoryBytes}B` });
}

/**
 * From here on the engine reaches no file outside the given folders, and nobody can change that. The order matters: allowed folders
 * first, then no external access, the lock last ("Securing DuckDB", duckdb.org/docs/stable/operations_manual/securing_duckdb).
 */
export async function lockEngine(instance: DuckDBInstance, settings: EngineSettings): Promise<void> {
  const connection = await instance.connect();
  for (const statement of lockdown(settings)) await connection.run(statement);
  connection.closeSync();
}

function lockdown(settings: EngineSettings): string[] {
  const folders = [...settings.readable, ...settings.writable].map((folder) => literal(`${folder}/`));
  return [
    `SET allowed_directories = [${folders.join(', ')}]`,
    `SET temp_directory = ${literal(settings.spillFolder)}`,
    `SET max_temp_directory_size = '${settings.spillBytes}B'`,
    // The same answer on every machine, whatever its time zone.
    "SET TimeZone = 'UTC'",
    // Objects never change, so cached footers stay valid.
    'SET parquet_metadata_cache = true',
    'SET autoinstall_known_extensions = false',
    'SET autoload_known_extensions = false',
    'SET allow_community_extensions = false',
    'SET allow_persistent_secrets = false',
    'SET allow_unredacted_secrets = false',
    'SET enable_external_access = false',
    'SET lock_configuration = true',
  ];
}
