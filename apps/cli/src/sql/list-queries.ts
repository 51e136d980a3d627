import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, right, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { items } = await client.listSql({
    query: { limit: args.count('limit') ?? 20, ...(args.flag('failed') ? { state: 'failed' } : {}) },
  });
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        whole('at'),
        whole('id'),
        right('ms'),
        extra(1, right('rows')),
        extra(3, 'cached'),
        extra(2, 'error'),
        prose('statement'),
      ],
      items.map((it) => [
        shortTime(it.started_at),
        it.query_id,
        Math.round(it.duration_ms),
        it.row_count,
        it.cached ? 'yes' : '',
        it.error?.code ?? '',
        it.statement.replaceAll(/\s+/g, ' '),
      ]),
    ),
  );
};
