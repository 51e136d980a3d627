import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_args, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listSavedQueries({ query: cursor === undefined ? {} : { cursor } }));
  show(context, items, () =>
    textTable(
      context.terminal,
      [whole('name'), 'changed', 'owner', 'seen by', 'description', 'statement'],
      items.map(({ name, definition, owner, updated_at }) => [
        name,
        shortTime(updated_at),
        owner,
        definition.visibility,
        definition.description,
        definition.sql.replaceAll(/\s+/g, ' '),
      ]),
    ),
  );
};
