import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Every invocation of a model, by days, and the labels that came later. */
export class CreateInferenceTable extends ForwardMigration {
  override readonly name = 'create-inference-table-1763820000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('CREATE SEQUENCE inference_number');
    // Payloads are json and not jsonb: they are kept as they came, and jsonb refuses U+0000.
    await change.query(`
      CREATE TABLE inference (
        number bigint NOT NULL DEFAULT nextval('inference_number'),
        request_id uuid NOT NULL,
        at timestamptz NOT NULL,
        model text NOT NULL,
        version int NOT NULL,
        asked text NOT NULL,
        caller text NOT NULL,
        problem text,
        duration_ms float8 NOT NULL,
        rows int,
        request json,
        request_truncated boolean NOT NULL,
        predictions json,
        predictions_truncated boolean NOT NULL,
        trace_id text NOT NULL
      ) PARTITION BY RANGE (at)`);
    await change.query('CREATE INDEX inference_page ON inference (model, number DESC)');
    await change.query('CREATE INDEX inference_request ON inference (request_id)');
    // Takes what has no day yet: an invocation never fails because a partition is late.
    await change.query('CREATE TABLE inference_other PARTITION OF inference DEFAULT');
    await change.query(`
      CREATE TABLE inference_label (
        request_id uuid NOT NULL,
        row int NOT NULL,
        model text NOT NULL,
        version int NOT NULL,
        predicted_at timestamptz NOT NULL,
        label json NOT NULL,
        -- Of classifications, and of numbers.
        correct boolean,
        error float8,
        labelled_by text NOT NULL,
        labelled_at timestamptz NOT NULL,
        PRIMARY KEY (request_id, row)
      )`);
    await change.query('CREATE INDEX inference_label_day ON inference_label (model, predicted_at)');
  }
}
