import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortTime, textTable, whole } from '../command/printing';

/** `2026-03-01`. */
const DAY = 10;

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const { items } = await client.listTokens();
  show(context, items, () =>
    textTable(
      context.terminal,
      [whole('id'), 'name', 'owner', 'role', right('scopes'), 'created', 'expires', 'last used', 'revoked'],
      items.map((it) => [
        it.id,
        it.name,
        it.owner,
        it.role,
        it.scopes.length,
        it.created_at.slice(0, DAY),
        it.expires_at?.slice(0, DAY) ?? 'never',
        shortTime(it.last_used_at),
        shortTime(it.revoked_at),
      ]),
    ),
  );
};
