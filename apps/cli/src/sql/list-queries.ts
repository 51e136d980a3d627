import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { items } = await client.listSql({
    query: { limit: args.count('limit') ?? 20, ...(args.flag('failed') ? { state: 'failed' } : {}) },
  });
  show(context, items, () =>
    textTable(
      context.terminal,
      ['at', right('ms'), right('rows'), 'known', 'error', whole('id'), 'statement'],
      items.map((it) => [
        shortTime(it.started_at),
        Math.round(it.duration_ms),
        it.row_count,
        it.cached ? 'yes' : '',
        it.error?.code ?? '',
        it.query_id,
        it.statement.replaceAll(/\s+/g, ' '),
      ]),
    ),
  );
};
