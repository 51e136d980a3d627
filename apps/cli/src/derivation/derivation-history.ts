import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortDigest, shortTime, textTable, verdictCell } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const { terminal } = context;
  const { items } = await client.listRuns({
    params: { name: args.at(0) },
    query: { limit: args.count('limit') ?? 20 },
  });
  show(context, items, () =>
    textTable(
      terminal,
      ['at', 'outcome', 'verdict', 'changed', right('rows'), right('ms'), 'data', 'by', 'reason'],
      items.map((it) => [
        shortTime(it.started_at),
        it.outcome,
        verdictCell(it.verdict, terminal.outColors),
        it.changed.join(', '),
        it.rows,
        Math.round(it.duration_ms),
        shortDigest(it.data_hash),
        it.actor,
        it.reason,
      ]),
    ),
  );
};
