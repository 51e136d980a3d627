import { ForwardMigration, type SchemaChange } from '@svc/platform';

/** Browsers in which somebody has signed in before; only the SHA-256 of their secrets is stored. */
export class CreateKnownDevice extends ForwardMigration {
  override readonly name = 'create-known-device-1763800000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      CREATE TABLE known_device (
        secret_hash bytea NOT NULL CHECK (length(secret_hash) = 32),
        login text COLLATE "C" NOT NULL REFERENCES user_account (login),
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (secret_hash, login)
      )`);
    await change.query('CREATE INDEX known_device_login ON known_device (login)');
    await change.query('CREATE INDEX known_device_expires ON known_device (expires_at)');
  }
}
