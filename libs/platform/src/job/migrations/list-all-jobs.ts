import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** Jobs of everybody can be listed too, newest first. */
export class ListAllJobs extends ForwardMigration {
  override readonly name = 'list-all-jobs-1764000000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE INDEX job_newest ON job (created_at DESC)');
  }
}
