import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Webhooks with their sealed secrets, what they are to be told, and every try to tell it. */
export class CreateWebhooks extends ForwardMigration {
  override readonly name = 'create-webhooks-1763810000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE webhook (
        name text PRIMARY KEY,
        definition jsonb NOT NULL,
        secret text NOT NULL,
        former_secret text,
        former_secret_until timestamptz,
        disabled_reason text,
        last_delivered_at timestamptz,
        created_by text NOT NULL,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await change.query(`
      CREATE TABLE webhook_event (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        body text NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await change.query(`
      CREATE TABLE webhook_delivery (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        seq bigint GENERATED ALWAYS AS IDENTITY,
        webhook text NOT NULL REFERENCES webhook ON DELETE CASCADE,
        event uuid NOT NULL REFERENCES webhook_event ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'dead')),
        attempts int NOT NULL DEFAULT 0,
        -- Rises with every take: a sender that was too slow has lost the row and may not write about it.
        fence int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL,
        created_at timestamptz NOT NULL,
        UNIQUE (webhook, event)
      )`);
    await change.query("CREATE INDEX webhook_delivery_due ON webhook_delivery (due_at) WHERE state = 'waiting'");
    await change.query('CREATE INDEX webhook_delivery_page ON webhook_delivery (webhook, seq DESC)');
    await change.query('CREATE INDEX webhook_delivery_event ON webhook_delivery (event)');
    await change.query(`
      CREATE TABLE webhook_attempt (
        delivery uuid NOT NULL REFERENCES webhook_delivery ON DELETE CASCADE,
        at timestamptz NOT NULL,
        status int,
        duration_ms float8 NOT NULL,
        error text,
        PRIMARY KEY (delivery, at)
      )`);
  }
}
