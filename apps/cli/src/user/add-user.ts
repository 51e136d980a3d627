import { ROLES } from '@svc/contracts';
import { type CommandRun, show } from '../command/command';
import { readPassword } from './read-password';

export const run: CommandRun = async (args, context) => {
  const login = args.at(0);
  const [role, email] = [args.oneOf('role', ROLES), args.text('email')];
  const client = await context.client();
  const password = await readPassword(context.terminal);
  const user = await client.createUser({
    body: {
      login,
      name: args.text('name') ?? login,
      groups: [...args.texts('group')],
      password,
      ...(role === undefined ? {} : { role }),
      ...(email === undefined ? {} : { email }),
    },
  });
  show(
    context,
    user,
    () =>
      `${user.login} may sign in as ${user.role}${user.groups.length === 0 ? '' : `, in ${user.groups.join(', ')}`}`,
  );
};
