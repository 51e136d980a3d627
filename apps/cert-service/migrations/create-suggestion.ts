import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Claims that the oracle suggested, and attempts that followed a suggestion and so have the ordinal of another. */
export class CreateSuggestion extends ForwardMigration {
  override readonly name = 'create-suggestion-1763800000700';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'CREATE TABLE suggested_claim (data_hash text NOT NULL, claim text NOT NULL, PRIMARY KEY (data_hash, claim))',
    );
    await change.query(`
      CREATE TABLE followed_attempt (
        family text NOT NULL,
        hypothesis text NOT NULL,
        follows text NOT NULL,
        ordinal integer NOT NULL,
        counted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (family, hypothesis),
        UNIQUE (family, follows)
      )`);
  }
}
