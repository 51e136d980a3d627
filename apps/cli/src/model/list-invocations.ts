import { type CommandRun, showList } from '../command/command';
import { extra, right, shortTime, textTable, whole } from '../command/printing';
import { UsageError } from '../command/usage-error';
import { numberText } from './score-text';

export const run: CommandRun = async (args, context) => {
  const outcome = args.flag('failed') ? ('failed' as const) : undefined;
  const version = args.count('version');
  const limit = args.count('limit');
  if (limit !== undefined && limit > 500) throw new UsageError('--limit expects at most 500');
  const client = await context.client();
  const { items, next_cursor } = await client.listInvocations({
    params: { name: args.at(0) },
    query: { outcome, version, limit },
  });
  showList(
    context,
    items,
    () =>
      textTable(
        context.terminal,
        [whole('request'), 'at', right('version'), right('rows'), right('ms'), 'outcome', extra(1, 'caller')],
        items.map((it) => [
          it.request_id,
          shortTime(it.at),
          it.version,
          it.rows,
          numberText(it.duration_ms),
          it.problem ?? it.outcome,
          it.caller,
        ]),
      ),
    next_cursor,
  );
};
