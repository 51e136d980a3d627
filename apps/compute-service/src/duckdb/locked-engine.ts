import { DuckDBInstance } from '@duckdb/node-api';
import type { EngineSettings } from './engine-settings';
import { literal } from '@svc/duckdb-sql';

/** Opens an in-memory DuckDB that can do nothing but compute over the given folders. */
export async function openLockedEngine(settings: EngineSettings): Promise<DuckDBInstance> {
  const instance = await openEngine(settings);
  await lockEngine(instance, settings);
  return instance;
}

/** An engine that is still open to its own process, which locks it before it runs anything. */
export function openEngine({ threads, memoryBytes }: EngineSettings): Promise<DuckDBInstance> {
  return DuckDBInstance.create(':memory:', { threads: String(threads), memory_limit: `${memoryBytes}B` });
}

/**
 * From here on the engine reaches no file outside the given folders, and nobody can change that. The order matters: what is allowed
 * comes before external access goes, and the lock comes last ("Securing DuckDB", duckdb.org/docs/stable/operations_manual/securing_duckdb).
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
    // The same answer on every machine, whatever its clock is set to.
    "SET TimeZone = 'UTC'",
    // Objects never change, so what was read of their footers stays true.
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
