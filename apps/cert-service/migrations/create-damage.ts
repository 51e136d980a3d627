import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Damaged objects that are in the audit log. An object damaged again after a repair is recorded again. */
export class CreateDamage extends ForwardMigration {
  override readonly name = 'create-damage-1763800000400';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'CREATE TABLE damage (object text, found_at text, detail text NOT NULL, PRIMARY KEY (object, found_at))',
    );
  }
}
