import { type CommandRun, show } from '../command/command';
import { changeUser } from './change-user';

export const run: CommandRun = async (args, context) => {
  const user = await changeUser(await context.client(), args.at(0), { disabled: true });
  show(context, user, () => `${user.login} is disabled: no sign-in, session or token of theirs works any more`);
};
