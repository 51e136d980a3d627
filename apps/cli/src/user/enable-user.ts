import { type CommandRun, show } from '../command/command';
import { changeUser } from './change-user';

export const run: CommandRun = async (args, context) => {
  const user = await changeUser(await context.client(), args.at(0), { disabled: false });
  show(context, user, () => `${user.login} may sign in again, and tokens that were not revoked work again`);
};
