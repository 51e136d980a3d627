import type { Client } from '@svc/contracts';
import { type AuthorNames, authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { prose, right, shortTime, textTable, whole } from '../command/printing';
import type { Terminal } from '../terminal/terminal';

type Versions = Awaited<ReturnType<Client['metricHistory']>>['items'];

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { items } = await client.metricHistory({ params: { name: args.at(0) } });
  const nameOf = await authorNames(
    client,
    items.map((it) => it.author),
    context,
  );
  showList(context, items, () => historyTable(context.terminal, items, nameOf));
};

/** Versions with who changed what, newest first. */
export function historyTable(terminal: Terminal, versions: Versions, nameOf: AuthorNames): string {
  return textTable(
    terminal,
    [right('version'), whole('at'), 'by', prose('change')],
    versions.map((it) => [it.version, shortTime(it.created_at), nameOf(it.author), it.change]),
  );
}
