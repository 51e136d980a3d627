import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Trials that trainings have finished, so that one whose process died does not begin from nothing. */
export class CreateTrainingTrials extends ForwardMigration {
  override readonly name = 'create-training-trials-1763810000200';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE training_trial (
        job text NOT NULL,
        number int NOT NULL,
        trial jsonb NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (job, number)
      )`);
  }
}
