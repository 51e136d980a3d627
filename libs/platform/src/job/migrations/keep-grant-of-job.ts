import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** With whose word a job speaks for whoever started it; jobs from before have none, and speak for their service alone. */
export class KeepGrantOfJob extends ForwardMigration {
  override readonly name = 'keep-grant-of-job-1763800000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE job ADD COLUMN principal_grant text');
  }
}
