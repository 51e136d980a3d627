import { type CommandRun, show } from '../command/command';
import { EXIT } from '../exit-code';

/** Exits with 1 unless the receiver took it. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const tried = await client.testWebhook({ params: { name: args.at(0) } });
  const after = `after ${Math.round(tried.duration_ms)} ms`;
  show(context, tried, () =>
    tried.delivered ? `delivered ${after}: ${tried.status ?? ''}\n` : `not delivered ${after}: ${tried.error ?? ''}\n`,
  );
  return tried.delivered ? EXIT.ok : EXIT.failure;
};
