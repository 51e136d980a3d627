import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { shortTime, textTable } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const { items } = await client.listTokens();
  show(context, items, () =>
    textTable(context.terminal, ['id', 'name', 'role', '#scopes', 'created', 'expires', 'last used', 'revoked'],
      items.map((it) => [it.id, it.name, it.role, it.scopes.length, shortTime(it.created_at), shortTime(it.expires_at), shortTime(it.last_used_at), shortTime(it.revoked_at)])));
};
