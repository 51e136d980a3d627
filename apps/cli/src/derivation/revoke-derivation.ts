import { type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const reason = args.text('reason');
  if (reason === undefined)
    throw new UsageError('--reason is needed: it is recorded, and shown to everybody whose numbers it stops');
  const client = await context.client();
  const derivation = await client.revokeDerivation({ params: { name: args.at(0) }, body: { reason } });
  show(
    context,
    derivation,
    () =>
      `${derivation.name} is no longer certified: ${derivation.certification.reason}\nA new run can certify it again.`,
  );
};
