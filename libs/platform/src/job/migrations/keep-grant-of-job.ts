import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** The credential with which a job acts for whoever started it; older jobs have none and act only for their service. */
export class KeepGrantOfJob extends ForwardMigration {
  override readonly name = 'keep-grant-of-job-1763800000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE job ADD COLUMN principal_grant text');
  }
}
