import { deliveryState } from '@svc/contracts';
import { type CommandRun, showList } from '../command/command';
import { prose, right, shortTime, textTable, whole } from '../command/printing';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const asked = args.text('state');
  const state = deliveryState.optional().safeParse(asked);
  if (!state.success) throw new UsageError(`--state expects ${deliveryState.options.join(', ')}, not "${asked ?? ''}"`);
  const client = await context.client();
  const query = state.data === undefined ? {} : { state: state.data };
  const { items, next_cursor } = await client.listDeliveries({ params: { name: args.at(0) }, query });
  showList(
    context,
    items,
    () =>
      textTable(
        context.terminal,
        [whole('id'), 'event', 'state', right('tries'), whole('next try'), prose('last answer')],
        items.map((it) => {
          const last = it.tries.at(-1);
          const answer = last === undefined ? null : (last.error ?? String(last.status));
          return [
            it.id,
            it.event.type,
            it.state,
            it.attempts,
            it.due_at === null ? null : shortTime(it.due_at),
            answer,
          ];
        }),
      ),
    next_cursor,
  );
};
