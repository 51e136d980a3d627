import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Datasets with all their versions, and a record of every statement that ran. */
export class CreateDatasetsAndQueries extends ForwardMigration {
  override readonly name = 'create-datasets-and-queries-1763600000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE dataset (
        name text PRIMARY KEY,
        description text NOT NULL,
        owner text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    // The newest number is the dataset as it is now; the same rows may come back later under a new number.
    await change.query(`
      CREATE TABLE dataset_version (
        dataset text NOT NULL REFERENCES dataset (name),
        number int NOT NULL CHECK (number > 0),
        data_hash text NOT NULL,
        object text NOT NULL,
        rows bigint NOT NULL,
        bytes bigint NOT NULL,
        columns jsonb NOT NULL,
        source text NOT NULL,
        created_at timestamptz NOT NULL,
        created_by text NOT NULL,
        PRIMARY KEY (dataset, number)
      )`);
    await change.query('CREATE INDEX dataset_version_data_hash ON dataset_version (data_hash)');
    await change.query(`
      CREATE TABLE query (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id uuid NOT NULL,
        statement text NOT NULL,
        caller text NOT NULL,
        tables jsonb NOT NULL,
        started_at timestamptz NOT NULL,
        duration_ms double precision NOT NULL,
        rows bigint,
        truncated boolean,
        error text,
        trace_id text NOT NULL
      )`);
    await change.query('CREATE INDEX query_started_at ON query (started_at)');
    await change.query('CREATE INDEX query_caller ON query (caller, started_at DESC)');
  }
}
