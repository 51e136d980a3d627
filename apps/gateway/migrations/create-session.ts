import { ForwardMigration, type SchemaChange } from '@svc/platform';

/**
 * Signed-in browsers, and browsers on their way to an identity provider and back. Only the SHA-256 of each secret is
 * stored; the provider's tokens are encrypted under the secret itself, so only the browser's next request can read them.
 */
export class CreateSession extends ForwardMigration {
  override readonly name = 'create-session-1763600010101';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE session (
        id uuid PRIMARY KEY,
        login text COLLATE "C" NOT NULL REFERENCES user_account (login),
        secret_hash bytea NOT NULL UNIQUE CHECK (length(secret_hash) = 32),
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        provider bytea,
        recheck_at timestamptz
      )`);
    await change.query('CREATE INDEX session_login ON session (login)');
    await change.query('CREATE INDEX session_expires ON session (expires_at)');
    await change.query(`
      CREATE TABLE provider_visit (
        secret_hash bytea PRIMARY KEY CHECK (length(secret_hash) = 32),
        return_to text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await change.query('CREATE INDEX provider_visit_expires ON provider_visit (expires_at)');
    // The columns that rate-limiter-flexible expects.
    await change.query(
      'CREATE TABLE sign_in_attempt (key text PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)',
    );
  }
}
