import { allPages } from '../command/all-pages';
import { type CommandRun, show } from '../command/command';
import { shortTime, textTable } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const users = await allPages((cursor) => client.listUsers({ query: cursor === undefined ? {} : { cursor } }));
  show(context, users, () =>
    textTable(
      context.terminal,
      ['login', 'name', 'role', 'groups', 'source', 'state', 'last seen'],
      users.map((it) => [
        it.login,
        it.name,
        it.role,
        it.groups.join(', '),
        it.source,
        it.disabled ? 'disabled' : 'active',
        shortTime(it.last_seen_at),
      ]),
    ),
  );
};
