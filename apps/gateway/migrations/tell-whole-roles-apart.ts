import { ForwardMigration, type SchemaChange } from '@svc/platform';

const VIEWER =
  'dataset:read derivation:read certificate:read metric:read metric:query dashboard:read sql:run job:read token:own';
const EDITOR = `${VIEWER} dataset:write derivation:write derivation:run certificate:issue metric:write metric:delete
  dashboard:write dashboard:publish dashboard:delete job:cancel access:manage`;
const ADMIN = `${EDITOR} derivation:revoke audit:read token:manage user:manage`;

/**
 * A token that withholds nothing of its role is told apart from one whose scopes were chosen: it goes on having all of its role
 * when the role gets more. Of tokens from before those are it that have every scope their role had before `dataset:delete` came,
 * which no release has had yet, and the first admin token. No other token gets stronger.
 */
export class TellWholeRolesApart extends ForwardMigration {
  override readonly name = 'tell-whole-roles-apart-1764000000100';

  override async up(change: SchemaChange): Promise<void> {
    await change.query('ALTER TABLE token ADD COLUMN whole_role boolean NOT NULL DEFAULT false');
    // The first one was made when there was no other.
    await change.query(
      "UPDATE token SET whole_role = true WHERE created_by = 'service:gateway' AND id = (SELECT id FROM token ORDER BY created_at LIMIT 1)",
    );
    for (const [role, scopes] of Object.entries({ viewer: VIEWER, editor: EDITOR, admin: ADMIN }))
      await change.query('UPDATE token SET whole_role = true WHERE role = $1 AND scopes @> $2::text[]', [
        role,
        scopes.split(/\s+/),
      ]);
  }
}
