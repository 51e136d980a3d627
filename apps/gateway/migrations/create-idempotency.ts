import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** First answers of requests that carry an Idempotency-Key, kept a day so that a retry gets the same one. */
export class CreateIdempotency extends ForwardMigration {
  override readonly name = 'create-idempotency-1763600010001';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE idempotency (
        principal text NOT NULL,
        operation text NOT NULL,
        key text NOT NULL,
        fingerprint bytea NOT NULL,
        attempt uuid NOT NULL,
        abandoned_at timestamptz NOT NULL,
        answer jsonb,
        created_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (principal, operation, key)
      )`);
    await change.query('CREATE INDEX idempotency_created ON idempotency (created_at)');
  }
}
