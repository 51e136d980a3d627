import { allPages } from '../command/all-pages';
import { type CommandRun, showList } from '../command/command';
import { extra, prose, right, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listWebhooks({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [whole('name'), 'state', right('waiting'), right('dead'), 'events', whole('url'), extra(1, prose('description'))],
      items.map((it) => [
        it.name,
        it.disabled_reason ?? (it.enabled ? 'on' : 'off'),
        it.waiting,
        it.dead,
        it.events.length === 0 ? 'all' : it.events.join(', '),
        it.url,
        it.description,
      ]),
    ),
  );
};
