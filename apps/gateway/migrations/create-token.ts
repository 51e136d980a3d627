import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** API tokens. Only the SHA-256 of the secret is stored: with 190 bits of entropy no slow hash is needed. */
export class CreateToken extends ForwardMigration {
  override readonly name = 'create-token-1763600010000';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE token (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
        scopes text[] NOT NULL,
        secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
        created_at timestamptz NOT NULL,
        created_by text NOT NULL,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz
      )`);
    await change.query('CREATE INDEX token_newest ON token (created_at DESC, id)');
  }
}
