import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Records of statements say why they failed and whether the answer was cached; statements can be saved under a name. */
export class ExtendQueriesAndAddSavedOnes extends ForwardMigration {
  override readonly name = 'extend-queries-and-add-saved-ones-1763640000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(
      'ALTER TABLE query ADD COLUMN cached boolean NOT NULL DEFAULT false, ADD COLUMN error_detail text',
    );
    await change.query('CREATE INDEX query_id ON query (id)');
    // History is read by number, which is the order of writing.
    await change.query('CREATE INDEX query_caller_number ON query (caller, number DESC)');
    await change.query('DROP INDEX query_caller');
    await change.query(`
      CREATE TABLE saved_query (
        name text PRIMARY KEY,
        definition jsonb NOT NULL,
        owner text NOT NULL,
        version int NOT NULL CHECK (version > 0),
        etag text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
  }
}
