import { allPages } from '../command/all-pages';
import { type CommandRun, showList } from '../command/command';
import { extra, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const users = await allPages((cursor) => client.listUsers({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, users, () =>
    textTable(
      context.terminal,
      [
        whole('login'),
        'name',
        whole('role'),
        whole('state'),
        extra(1, 'groups'),
        extra(2, whole('last seen')),
        extra(3, whole('source')),
      ],
      users.map((it) => [
        it.login,
        it.name,
        it.role,
        it.disabled ? 'disabled' : 'active',
        it.groups.join(', '),
        shortTime(it.last_seen_at),
        it.source,
      ]),
    ),
  );
};
