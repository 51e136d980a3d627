import { sourceOf } from '@svc/contracts';
import { type CommandRun, show } from '../command/command';
import { inSet, sourceArgument } from '../command/source-argument';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const reason = args.text('reason');
  if (reason === undefined)
    throw new UsageError('--reason is needed: it is recorded, and shown to everybody whose numbers it stops');
  const client = await context.client();
  const source = sourceArgument(args);
  const derivation = await client.revokeDerivation({
    params: { name: source.derivation },
    body: { reason, ...inSet(source) },
  });
  show(
    context,
    derivation,
    () => `${sourceOf(source.derivation, source.set)} is no longer certified. A new run can certify it again.`,
  );
};
