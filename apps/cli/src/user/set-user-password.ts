import { type CommandRun, show } from '../command/command';
import { readPassword } from './read-password';

export const run: CommandRun = async (args, context) => {
  const login = args.at(0);
  const client = await context.client();
  await client.setPassword({ params: { login }, body: { password: await readPassword(context.terminal) } });
  show(context, { login }, () => `${login} has a new password, and every session of theirs has ended`);
};
