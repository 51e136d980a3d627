import { allPages } from '../command/all-pages';
import { type CommandRun, showList } from '../command/command';
import { extra, prose, right, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listDashboards({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        whole('name'),
        whole('state'),
        right('version'),
        extra(1, right('published')),
        extra(2, whole('updated')),
        extra(3, 'pages'),
        prose('title'),
      ],
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
