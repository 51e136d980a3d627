import { Client, escapeIdentifier } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import type { DataOptions } from './data-options';

const LOCK_SPACE = 'svc.migrations';

/**
 * Brings the schema up to date and returns when it is. Replicas that boot at once take turns: one migrates under an
 * advisory lock, the others wait for it (at most five minutes) and then find nothing to do.
 */
export async function migrate(options: DataOptions): Promise<void> {
  const lock = new Client({
    connectionString: options.url,
    application_name: `svc-${options.service}-migrations`,
    connectionTimeoutMillis: 10_000,
  });
  // Without a listener a dropped connection would end the process; the queries below reject anyway.
  lock.on('error', () => undefined);
  await lock.connect();
  try {
    await lock.query("SET lock_timeout = '5min'");
    await lock.query('SELECT pg_advisory_lock(hashtext($1), hashtext($2))', [LOCK_SPACE, options.service]);
    await createSchema(lock, options.service);
    await runMigrations(options);
  } finally {
    // Ending the session is what releases the lock, also when this process dies.
    await lock.end();
  }
}

/** Asks first: creating needs a privilege that a service whose schema exists already need not have. */
async function createSchema(lock: Client, schema: string): Promise<void> {
  const { rowCount } = await lock.query('SELECT 1 FROM pg_namespace WHERE nspname = $1', [schema]);
  if (rowCount === 0) await lock.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
}

async function runMigrations(options: DataOptions): Promise<void> {
  const source = new DataSource(sourceOptions({ ...options, entities: [], poolSize: 1, statementTimeoutMs: 0 }));
  await source.initialize();
  try {
    await source.runMigrations({ transaction: 'each' });
  } finally {
    await source.destroy();
  }
}

/** TypeORM's options for a service's schema: its own search path, its own migrations table, never `synchronize`. */
export function sourceOptions(options: DataOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.url,
    schema: options.service,
    applicationName: `svc-${options.service}`,
    entities: [...(options.entities ?? [])],
    migrations: [...(options.migrations ?? [])],
    migrationsTableName: 'migration',
    synchronize: false,
    migrationsRun: false,
    logging: false,
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: options.connectTimeoutMs ?? 5_000,
    extra: {
      options: `-c search_path=${escapeIdentifier(options.service)} -c statement_timeout=${options.statementTimeoutMs ?? 30_000} -c idle_in_transaction_session_timeout=60000`,
    },
  };
}
