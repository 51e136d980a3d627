import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Dashboards, all their versions, and when each was published. */
export class CreateDashboards extends ForwardMigration {
  override readonly name = 'create-dashboards-1763650000100';

  override async up(change: SchemaChange): Promise<void> {
    // No foreign keys to the dashboard: its history outlives it.
    await change.query(`
      CREATE TABLE dashboard_version (
        name text NOT NULL,
        version int NOT NULL,
        spec jsonb NOT NULL,
        author text NOT NULL,
        created_at timestamptz NOT NULL,
        change text NOT NULL,
        PRIMARY KEY (name, version)
      )`);
    await change.query(`
      CREATE TABLE dashboard (
        name text PRIMARY KEY,
        version int NOT NULL,
        published_version int,
        published_by text,
        published_at timestamptz,
        owner text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        FOREIGN KEY (name, version) REFERENCES dashboard_version,
        FOREIGN KEY (name, published_version) REFERENCES dashboard_version
      )`);
    await change.query(`
      CREATE TABLE dashboard_publication (
        name text NOT NULL,
        version int NOT NULL,
        author text NOT NULL,
        published_at timestamptz NOT NULL,
        PRIMARY KEY (name, version, published_at),
        FOREIGN KEY (name, version) REFERENCES dashboard_version
      )`);
  }
}
