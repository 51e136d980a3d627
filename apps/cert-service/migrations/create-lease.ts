import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Terms of leadership: each holder of a lease gets an epoch higher than any before. */
export class CreateLease extends ForwardMigration {
  override readonly name = 'create-lease-1763600000200';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE TABLE lease (name text PRIMARY KEY, epoch bigint NOT NULL)');
  }
}
