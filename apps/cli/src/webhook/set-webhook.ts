import { webhookDefinition } from '@svc/contracts';
import { type CommandRun, show } from '../command/command';
import { ifExists } from '../command/if-exists';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const params = { name: args.at(0) };
  const parsed = webhookDefinition.safeParse({
    url: args.at(1),
    events: args.texts('event'),
    description: args.text('description') ?? '',
    enabled: !args.flag('off'),
  });
  if (!parsed.success) throw new UsageError(parsed.error.issues.map((it) => it.message).join('; '));
  const client = await context.client();
  const before = await ifExists(client.getWebhook({ params }));
  const put = { params, body: parsed.data };
  const webhook = await client.putWebhook(before === null ? put : { ...put, if_match: before.etag });
  show(context, webhook, () => webhook.secret ?? `${webhook.name} saved`);
  if (webhook.secret !== null && !context.json)
    context.terminal.err(`webhook "${webhook.name}" is created; its secret is shown this once\n`);
};
