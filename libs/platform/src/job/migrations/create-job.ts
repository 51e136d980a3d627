import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** The record of every job of a service. A queue only ever carries an id of it. */
export class CreateJob extends ForwardMigration {
  override readonly name = 'create-job-1763600000000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE job (
        id text PRIMARY KEY,
        kind text NOT NULL,
        payload jsonb NOT NULL,
        principal jsonb NOT NULL,
        traceparent text NOT NULL,
        dedupe_key text,
        state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
        attempt int NOT NULL DEFAULT 0,
        max_attempts int NOT NULL,
        fence int NOT NULL DEFAULT 0,
        lease_until timestamptz,
        run_at timestamptz NOT NULL DEFAULT now(),
        enqueued_at timestamptz,
        cancel_requested_at timestamptz,
        progress jsonb NOT NULL DEFAULT '{"done": 0, "total": 0, "message": ""}',
        result jsonb,
        error jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        started_at timestamptz,
        finished_at timestamptz,
        CHECK ((state = 'running') = (lease_until IS NOT NULL)),
        CHECK ((state IN ('succeeded', 'failed', 'cancelled')) = (finished_at IS NOT NULL))
      )`);
    await change.query('CREATE UNIQUE INDEX job_dedupe ON job (kind, dedupe_key) WHERE dedupe_key IS NOT NULL');
    await change.query("CREATE INDEX job_waiting ON job (run_at) WHERE state = 'queued'");
    await change.query("CREATE INDEX job_leased ON job (lease_until) WHERE state = 'running'");
    await change.query('CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL');
  }
}
