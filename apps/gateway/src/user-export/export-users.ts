import { Inject, Injectable } from '@nestjs/common';
import type { exportUsers, FileReply, ResponseOf } from '@svc/contracts';
import { CLAIM_CHECKS, type ClaimCheckStore, type Clock, CLOCK } from '@svc/platform';
import type { ApiToken } from '../token/api-token';
import { TOKEN_STORE, type TokenStore } from '../token/token.ports';
import { USER_STORE, type UserStore } from '../user/user.ports';
import { toUser } from '../user/user-view';
import { toCsv } from './csv';
import { everyUser } from './every-user';

type UsersDocument = Exclude<ResponseOf<typeof exportUsers>, FileReply>;
type ExportedUser = UsersDocument['users'][number];

const COLUMNS = [
  'login',
  'name',
  'email',
  'source',
  'role',
  'groups',
  'disabled',
  'created_at',
  'last_seen_at',
  'tokens',
] as const;

/** All users with role, groups, tokens and last use: what a review of accounts needs. Includes disabled users, excludes revoked tokens. */
@Injectable()
export class ExportUsers {
  constructor(
    @Inject(USER_STORE) private readonly users: UserStore,
    @Inject(TOKEN_STORE) private readonly tokens: TokenStore,
    @Inject(CLAIM_CHECKS) private readonly files: ClaimCheckStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async json(): Promise<UsersDocument> {
    return {
      schema: 'svc.export/v1',
      kind: 'users',
      created_at: this.clock.now().toISOString(),
      users: await this.everybody(),
    };
  }

  /** Stored with the query results, which expire: an export is not kept. */
  async csv(): Promise<FileReply> {
    const rows = (await this.everybody()).map(toRow);
    const kept = await this.files.put(Buffer.from(toCsv([COLUMNS, ...rows]), 'utf8'));
    return {
      ...kept,
      content_type: 'text/csv; charset=utf-8',
      file_name: `users-${this.clock.now().toISOString().slice(0, 10)}.csv`,
    };
  }

  private async everybody(): Promise<ExportedUser[]> {
    const [users, tokens] = await Promise.all([everyUser(this.users), this.tokens.list()]);
    const owned = byOwner(tokens.filter((it) => it.revokedAt === null));
    return users.map((it) => {
      const { etag: _etag, ...user } = toUser(it);
      return { ...user, tokens: (owned.get(`user:${it.login}`) ?? []).map(toExported) };
    });
  }
}

function byOwner(tokens: readonly ApiToken[]): ReadonlyMap<string, readonly ApiToken[]> {
  const owned = new Map<string, ApiToken[]>();
  for (const token of tokens) {
    if (token.owner === null) continue;
    const theirs = owned.get(token.owner);
    if (theirs === undefined) owned.set(token.owner, [token]);
    else theirs.push(token);
  }
  return owned;
}

function toExported(token: ApiToken): ExportedUser['tokens'][number] {
  return {
    id: token.id,
    name: token.name,
    scopes: [...token.scopes],
    expires_at: token.expiresAt?.toISOString() ?? null,
    last_used_at: token.lastUsedAt?.toISOString() ?? null,
  };
}

/** One line per person; lists within a field are joined with semicolons. */
function toRow(user: ExportedUser): (string | boolean | null)[] {
  const tokens = user.tokens.map(
    (it) =>
      `${it.name} (${it.id}; ${it.scopes.join(' ')}; until ${it.expires_at ?? 'revoked'}; used ${it.last_used_at ?? 'never'})`,
  );
  return [
    user.login,
    user.name,
    user.email,
    user.source,
    user.role,
    user.groups.join('; '),
    user.disabled,
    user.created_at,
    user.last_seen_at,
    tokens.join('; '),
  ];
}
