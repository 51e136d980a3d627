import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** What an author saw when they registered a definition no longer counts: what they see when it runs does. */
export class ForgetUnseenInputs extends ForwardMigration {
  override readonly name = 'forget-unseen-inputs-1763800000200';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE derivation DROP COLUMN unseen_inputs');
  }
}
