import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Owner and visibility of each derivation, and what its author saw of its inputs. Existing ones stay visible to the project. */
export class AddAccessToDerivation extends ForwardMigration {
  override readonly name = 'add-access-to-derivation-1763700000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      ALTER TABLE derivation
        ADD COLUMN visibility text NOT NULL DEFAULT 'project' CHECK (visibility IN ('private', 'project', 'groups')),
        ADD COLUMN groups text[] NOT NULL DEFAULT '{}',
        ADD COLUMN defined_by text,
        ADD COLUMN unseen_inputs text[] NOT NULL DEFAULT '{}'`);
    // Runs outlive their derivation, and so does their access.
    await change.query(
      'CREATE TABLE deleted_derivation (name text PRIMARY KEY, owner text NOT NULL, visibility text NOT NULL, groups text[] NOT NULL)',
    );
    await change.query(
      "CREATE INDEX job_open_by_principal ON job ((principal ->> 'id')) WHERE state IN ('queued', 'running')",
    );
  }
}
