import { ForwardMigration, type SchemaChange } from '../../data/data-options';

/** What must still be told to others, written in the transaction that made it true. Each row has a state of its own. */
export class CreateOutbox extends ForwardMigration {
  override readonly name = 'create-outbox-1763600000001';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE outbox (
        id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        topic text NOT NULL,
        payload jsonb NOT NULL,
        state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered')),
        attempt int NOT NULL DEFAULT 0,
        due_at timestamptz NOT NULL DEFAULT now(),
        error text,
        created_at timestamptz NOT NULL DEFAULT now(),
        delivered_at timestamptz
      )`);
    await change.query("CREATE INDEX outbox_waiting ON outbox (due_at) WHERE state = 'waiting'");
    await change.query("CREATE INDEX outbox_delivered ON outbox (delivered_at) WHERE state = 'delivered'");
  }
}
