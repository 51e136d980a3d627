import { type CommandRun, show } from '../command/command';
import { shortTime } from '../command/printing';

export const run: CommandRun = async (args, context) => {
  const minutes = args.count('overlap-minutes', 0);
  const client = await context.client();
  const webhook = await client.rotateWebhookSecret({
    params: { name: args.at(0) },
    body: minutes === undefined ? {} : { overlap_minutes: minutes },
  });
  show(context, webhook, () => webhook.secret);
  if (context.json) return;
  const until = webhook.former_secret_until;
  const former =
    until === null ? 'The former one signs no more.' : `The former one signs, too, until ${shortTime(until)}.`;
  context.terminal.err(`webhook "${webhook.name}" has a new secret, shown this once. ${former}\n`);
};
