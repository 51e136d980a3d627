import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Metrics, and all their definitions. */
export class CreateMetrics extends ForwardMigration {
  override readonly name = 'create-metrics-1763600000200';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE metric (
        name text PRIMARY KEY,
        definition jsonb NOT NULL,
        version int NOT NULL,
        etag text NOT NULL,
        owner text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    // No foreign key: history outlives its metric.
    await change.query(`
      CREATE TABLE metric_version (
        name text NOT NULL,
        version int NOT NULL,
        definition jsonb NOT NULL,
        author text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        change text NOT NULL,
        PRIMARY KEY (name, version)
      )`);
  }
}
