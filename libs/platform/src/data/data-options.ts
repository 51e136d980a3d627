import type { DataSourceOptions } from 'typeorm';

/** A service's options for its own schema. */
export interface DataOptions {
  /** Service name, which is also its schema's. */
  readonly service: string;
  /** `postgres://user:password@host:port/database`. */
  readonly url: string;
  readonly entities?: Extract<DataSourceOptions['entities'], readonly unknown[]>;
  /** Forward only; run in the order of the time stamps that end their names. */
  readonly migrations?: readonly MigrationClass[];
  readonly poolSize?: number;
  /** How long a statement waits for a connection. */
  readonly connectTimeoutMs?: number;
  /** A statement that runs longer is stopped by Postgres. */
  readonly statementTimeoutMs?: number;
}

/** A class that extends {@link ForwardMigration}. */
export type MigrationClass = new () => ForwardMigration;

/** What a migration may do: run SQL, inside its own transaction, with its service's schema as the search path. */
export interface SchemaChange {
  query(sql: string, values?: unknown[]): Promise<unknown>;
}

/**
 * One change of a schema. `name` ends in the time stamp (13 digits) that orders it: `create-job-1763600000000`.
 * There is no way back: an error in a migration is repaired by the next one.
 */
export abstract class ForwardMigration {
  abstract readonly name: string;

  abstract up(change: SchemaChange): Promise<void>;

  async down(): Promise<void> {
    await Promise.reject(new Error(`${this.name} goes forward only; write a new migration instead.`));
  }
}
