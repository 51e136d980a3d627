import { type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const [deliveries, since] = [args.from(1), args.text('since')];
  if ((deliveries.length === 0) === (since === undefined))
    throw new UsageError('name deliveries, or say --since <time>');
  const client = await context.client();
  const body = since === undefined ? { deliveries: [...deliveries] } : { since };
  const answer = await client.replayDeliveries({ params: { name: args.at(0) }, body });
  show(context, answer, () => `${answer.replayed} due again\n`);
};
