import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** The family of attempts in which the content of an outcome column was first tested: renaming the column starts no new family. */
export class CreateOutcomeFamily extends ForwardMigration {
  override readonly name = 'create-outcome-family-1763800000900';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'CREATE TABLE outcome_family (line text NOT NULL, content text NOT NULL, family text NOT NULL, PRIMARY KEY (line, content))',
    );
  }
}
