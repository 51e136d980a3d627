import { Inject, Injectable } from '@nestjs/common';
import { role, ROLE_SCOPES, type Scope, scope } from '@svc/contracts';
import { execute, inTransaction, type Queryable, queryRow, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { type ApiToken, isWholeRole } from '../api-token';
import type { FoundToken } from '../token-standing';
import { type TokenStore } from '../token.ports';

const stored = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string().nullable(),
  role,
  scopes: z.array(z.string()),
  whole_role: z.boolean(),
  created_at: z.date(),
  created_by: z.string(),
  expires_at: z.date().nullable(),
  last_used_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
});
const tokenRow = stored.transform(toApiToken);
const foundRow = stored
  .extend({ secret_until: z.date().nullable() })
  .transform((row): FoundToken => ({ token: toApiToken(row), secretUntil: row.secret_until }));

function toApiToken(row: z.output<typeof stored>): ApiToken {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    role: row.role,
    scopes: row.whole_role ? ROLE_SCOPES[row.role] : row.scopes.flatMap(known),
    createdAt: row.created_at,
    createdBy: row.created_by,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
    revokedAt: row.revoked_at,
  };
}

/** A scope that a later version removed grants nothing, and must not make its token unreadable. */
function known(text: string): Scope[] {
  const parsed = scope.safeParse(text);
  return parsed.success ? [parsed.data] : [];
}

const columns =
  'id, name, owner, role, scopes, whole_role, created_at, created_by, expires_at, last_used_at, revoked_at';

/** Table `token` of schema `gateway`. */
@Injectable()
export class PostgresTokenStore implements TokenStore {
  constructor(@Inject(DataSource) private readonly source: DataSource) {}

  add(token: ApiToken, secretHash: Buffer): Promise<void> {
    return insert(this.source, token, secretHash);
  }

  addFirst(first: () => { readonly token: ApiToken; readonly secretHash: Buffer }): Promise<boolean> {
    return inTransaction(this.source, async (manager) => {
      await execute(manager, 'LOCK TABLE token IN SHARE ROW EXCLUSIVE MODE');
      if ((await queryRow(manager, z.object({ id: z.string() }), 'SELECT id FROM token LIMIT 1')) !== null)
        return false;
      const { token, secretHash } = first();
      await insert(manager, token, secretHash);
      return true;
    });
  }

  byHash(secretHash: Buffer): Promise<FoundToken | null> {
    return queryRow(
      this.source,
      foundRow,
      `
      SELECT ${columns}, CASE WHEN secret_hash = $1 THEN NULL ELSE previous_until END AS secret_until
      FROM token WHERE secret_hash = $1 OR previous_hash = $1`,
      [secretHash],
    );
  }

  byId(id: string): Promise<ApiToken | null> {
    return queryRow(this.source, tokenRow, `SELECT ${columns} FROM token WHERE id = $1`, [id]);
  }

  list(): Promise<readonly ApiToken[]> {
    return queryRows(this.source, tokenRow, `SELECT ${columns} FROM token ORDER BY created_at DESC, id`);
  }

  revoke(id: string, at: Date): Promise<ApiToken | null> {
    return queryRow(
      this.source,
      tokenRow,
      `UPDATE token SET revoked_at = coalesce(revoked_at, $2) WHERE id = $1 RETURNING ${columns}`,
      [id, at],
    );
  }

  rotate(id: string, secretHash: Buffer, previousUntil: Date): Promise<ApiToken | null> {
    return queryRow(
      this.source,
      tokenRow,
      `
      UPDATE token SET previous_hash = secret_hash, previous_until = $3, secret_hash = $2
      WHERE id = $1 AND revoked_at IS NULL RETURNING ${columns}`,
      [id, secretHash, previousUntil],
    );
  }

  async noteUse(uses: ReadonlyMap<string, Date>): Promise<void> {
    await execute(
      this.source,
      `
      UPDATE token SET last_used_at = greatest(token.last_used_at, used.at)
      FROM unnest($1::uuid[], $2::timestamptz[]) AS used (id, at) WHERE token.id = used.id`,
      [[...uses.keys()], [...uses.values()]],
    );
  }
}

async function insert(on: Queryable, token: ApiToken, secretHash: Buffer): Promise<void> {
  await execute(
    on,
    'INSERT INTO token (id, name, owner, role, scopes, secret_hash, created_at, created_by, expires_at, whole_role) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    [
      token.id,
      token.name,
      token.owner,
      token.role,
      token.scopes,
      secretHash,
      token.createdAt,
      token.createdBy,
      token.expiresAt,
      isWholeRole(token),
    ],
  );
}
