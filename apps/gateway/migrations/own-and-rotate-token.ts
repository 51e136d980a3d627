import { ForwardMigration, type SchemaChange } from '@svc/platform';

/**
 * Tokens belong to people and can be rotated. Existing tokens have no owner and stay as they are; those
 * that managed tokens keep doing so under the scope that this now takes. No other token gets it: an upgrade makes no token
 * stronger.
 */
export class OwnAndRotateToken extends ForwardMigration {
  override readonly name = 'own-and-rotate-token-1763600010010';

  override async up(change: SchemaChange): Promise<void> {
    await change.query(`
      ALTER TABLE token
        ADD COLUMN owner text,
        ADD COLUMN previous_hash bytea UNIQUE CHECK (length(previous_hash) = 32),
        ADD COLUMN previous_until timestamptz,
        ADD CHECK ((previous_hash IS NULL) = (previous_until IS NULL))`);
    await change.query('CREATE INDEX token_owner ON token (owner) WHERE owner IS NOT NULL');
    await change.query(
      `UPDATE token SET scopes = scopes || '{token:own}'::text[] WHERE 'token:manage' = ANY (scopes) AND NOT 'token:own' = ANY (scopes)`,
    );
  }
}
