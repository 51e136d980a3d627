import { ForwardMigration, type SchemaChange } from '@svc/platform';

const ACCESS = `
  owner text NOT NULL,
  visibility text NOT NULL CHECK (visibility IN ('private', 'project', 'groups')),
  groups text[] NOT NULL,
  CHECK ((visibility = 'groups') = (cardinality(groups) > 0))`;

/** Entities and feature views, every version they have had, and who saw those that are deleted. */
export class CreateFeatureRegistry extends ForwardMigration {
  override readonly name = 'create-feature-registry-1763822600000';

  override async up(change: SchemaChange): Promise<void> {
    for (const table of ['entity', 'feature_view']) {
      await change.query(`
        CREATE TABLE ${table} (
          name text PRIMARY KEY,
          definition jsonb NOT NULL,
          version int NOT NULL CHECK (version > 0),
          etag text NOT NULL,
          created_at timestamptz NOT NULL,
          updated_at timestamptz NOT NULL,
          ${ACCESS}
        )`);
      // No foreign key: history outlives its object.
      await change.query(`
        CREATE TABLE ${table}_version (
          name text NOT NULL,
          version int NOT NULL,
          definition jsonb NOT NULL,
          author text NOT NULL,
          created_at timestamptz NOT NULL,
          change text NOT NULL,
          PRIMARY KEY (name, version)
        )`);
      await change.query(`CREATE TABLE deleted_${table} (name text PRIMARY KEY, ${ACCESS})`);
    }
  }
}
