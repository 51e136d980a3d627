import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** The family of attempts in which what an outcome holds was first asked about: another name for it starts no new one. */
export class CreateOutcomeFamily extends ForwardMigration {
  override readonly name = 'create-outcome-family-1763800000900';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'CREATE TABLE outcome_family (line text NOT NULL, content text NOT NULL, family text NOT NULL, PRIMARY KEY (line, content))',
    );
  }
}
