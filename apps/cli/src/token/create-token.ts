import { didYouMean } from '@svc/closest-name';
import { ROLES, scope } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { UsageError } from '../command/usage-error';

export const run: CommandRun = async (args, context) => {
  const role = args.oneOf('role', ROLES);
  const days = args.count('expires-in-days');
  const scopes = args
    .texts('scope')
    .flatMap((it) => it.split(','))
    .map((it) => {
      const parsed = scope.safeParse(it.trim());
      if (!parsed.success)
        throw new UsageError(
          `there is no scope "${it}"${didYouMean(it, scope.options)} Scopes: ${scope.options.join(', ')}`,
        );
      return parsed.data;
    });
  const client = await context.client();
  const token = await client.createToken({
    body: {
      name: args.at(0),
      ...(role === undefined ? {} : { role }),
      ...(scopes.length === 0 ? {} : { scopes }),
      ...(days === undefined ? {} : { expires_in_days: days }),
    },
  });
  show(context, token, () => token.secret);
  if (!context.json)
    context.terminal.err(
      `${token.role} token "${token.name}" (${token.id}) until ${token.expires_at ?? 'revoked'}. The secret above is shown this once.\n`,
    );
};
