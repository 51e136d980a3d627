import { allPages } from '../command/all-pages';
import { type CommandRun, show } from '../command/command';
import { right, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listDashboards({ query: cursor === undefined ? {} : { cursor } }));
  show(context, items, () =>
    textTable(
      context.terminal,
      [whole('name'), 'state', right('version'), right('published'), 'updated', 'pages', 'title'],
      items.map((it) => [
        it.name,
        it.status,
        it.version,
        it.published?.version ?? null,
        shortTime(it.updated_at),
        it.pages.join(', '),
        it.title,
      ]),
    ),
  );
};
