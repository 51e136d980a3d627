import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** The page of pictures of a run's attestation: an object in the warehouse. */
export class AddPicturesToRun extends ForwardMigration {
  override readonly name = 'add-pictures-to-run-1763600000500';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE run ADD COLUMN pictures jsonb');
  }
}
