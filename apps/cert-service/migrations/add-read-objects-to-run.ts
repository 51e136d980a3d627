import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** The stored objects that a run read: damage to them withdraws its certification. Earlier runs have none recorded. */
export class AddReadObjectsToRun extends ForwardMigration {
  override readonly name = 'add-read-objects-to-run-1763800000300';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE run ADD COLUMN read_objects jsonb');
  }
}
