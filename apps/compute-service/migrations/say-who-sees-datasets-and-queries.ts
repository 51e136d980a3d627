import { ForwardMigration, type SchemaChange } from '@svc/platform';

const SIGHT = `
  ADD COLUMN visibility text NOT NULL DEFAULT 'project' CHECK (visibility IN ('private', 'project', 'groups')),
  ADD COLUMN groups text[] NOT NULL DEFAULT '{}',
  ADD CHECK ((visibility = 'groups') = (cardinality(groups) > 0))`;

/** Datasets and saved queries have an owner and a visibility; the visibility in a saved query's definition is carried over. */
export class SayWhoSeesDatasetsAndQueries extends ForwardMigration {
  override readonly name = 'say-who-sees-datasets-and-queries-1763650000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`ALTER TABLE dataset ${SIGHT}`);
    await change.query(`ALTER TABLE saved_query ${SIGHT}`);
    await change.query(
      "UPDATE saved_query SET visibility = 'private' WHERE definition->>'visibility' IS DISTINCT FROM 'project'",
    );
    // An owner's storage is summed before anything is added to it.
    await change.query('CREATE INDEX dataset_owner ON dataset (owner)');
  }
}
