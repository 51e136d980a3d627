import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** People who may sign in. Users are never deleted: their objects refer to the login, which must not go to somebody else. */
export class CreateUserAccount extends ForwardMigration {
  override readonly name = 'create-user-account-1763600010100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE user_account (
        login text COLLATE "C" PRIMARY KEY,
        name text NOT NULL,
        email text,
        issuer text,
        sub text,
        role text NOT NULL CHECK (role IN ('viewer', 'editor', 'admin')),
        groups text[] NOT NULL,
        disabled boolean NOT NULL,
        password_hash text,
        created_at timestamptz NOT NULL,
        last_seen_at timestamptz,
        UNIQUE (issuer, sub),
        CHECK ((issuer IS NULL) = (sub IS NULL)),
        CHECK (issuer IS NULL OR password_hash IS NULL)
      )`);
  }
}
