import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Datasets can be deleted: their access is kept with the name, and their versions stay, because runs have read them. */
export class KeepAccessOfDeletedDatasets extends ForwardMigration {
  override readonly name = 'keep-access-of-deleted-datasets-1763900000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'CREATE TABLE deleted_dataset (name text PRIMARY KEY, owner text NOT NULL, visibility text NOT NULL, groups text[] NOT NULL)',
    );
    await change.query('CREATE INDEX deleted_dataset_owner ON deleted_dataset (owner)');
    await change.query('ALTER TABLE dataset_version DROP CONSTRAINT dataset_version_dataset_fkey');
  }
}
