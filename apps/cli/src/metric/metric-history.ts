import type { Client } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortTime, textTable } from '../command/printing';
import type { Terminal } from '../terminal/terminal';

type Versions = Awaited<ReturnType<Client['metricHistory']>>['items'];

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { items } = await client.metricHistory({ params: { name: args.at(0) } });
  show(context, items, () => historyTable(context.terminal, items));
};

/** Versions with who changed what, newest first. */
export function historyTable(terminal: Terminal, versions: Versions): string {
  return textTable(
    terminal,
    [right('version'), 'at', 'by', 'change'],
    versions.map((it) => [it.version, shortTime(it.created_at), it.author, it.change]),
  );
}
