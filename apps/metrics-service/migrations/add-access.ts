import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Owner and visibility of each metric and dashboard. Existing ones stay visible to the project. */
export class AddAccess extends ForwardMigration {
  override readonly name = 'add-access-1763700000100';

  override async up(change: SchemaChange): Promise<void> {
    for (const kind of ['metric', 'dashboard']) {
      await change.query(`
        ALTER TABLE ${kind}
          ADD COLUMN visibility text NOT NULL DEFAULT 'project' CHECK (visibility IN ('private', 'project', 'groups')),
          ADD COLUMN groups text[] NOT NULL DEFAULT '{}'`);
      // History outlives its object, and so does its access.
      await change.query(
        `CREATE TABLE deleted_${kind} (name text PRIMARY KEY, owner text NOT NULL, visibility text NOT NULL, groups text[] NOT NULL)`,
      );
      await change.query(`
        INSERT INTO deleted_${kind}
        SELECT DISTINCT ON (name) name, author, 'project', '{}'::text[] FROM ${kind}_version WHERE name NOT IN (SELECT name FROM ${kind}) ORDER BY name, version DESC`);
    }
  }
}
