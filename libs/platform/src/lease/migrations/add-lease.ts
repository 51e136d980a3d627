import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** Terms of leases: each holder of one gets an epoch higher than any before. The schema of cert-service had the table before. */
export class AddLease extends ForwardMigration {
  override readonly name = 'add-lease-1764000000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE TABLE IF NOT EXISTS lease (name text PRIMARY KEY, epoch bigint NOT NULL)');
  }
}
