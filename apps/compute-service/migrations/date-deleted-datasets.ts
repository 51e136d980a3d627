import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** When a dataset was deleted, and when the rows of a version were removed; those deleted earlier count from now on. */
export class DateDeletedDatasets extends ForwardMigration {
  override readonly name = 'date-deleted-datasets-1764000000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE deleted_dataset ADD COLUMN deleted_at timestamptz NOT NULL DEFAULT now()');
    await change.query('ALTER TABLE dataset_version ADD COLUMN removed_at timestamptz');
    await change.query('CREATE INDEX dataset_version_object ON dataset_version (object) WHERE removed_at IS NULL');
  }
}
