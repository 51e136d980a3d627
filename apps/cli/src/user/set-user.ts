import { ROLES } from '@svc/contracts';
import { type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { changeUser } from './change-user';

export const run: CommandRun = async (args, context) => {
  const role = args.oneOf('role', ROLES);
  const groups = args.texts('group');
  const none = args.flag('groupless');
  if (none && groups.length > 0) throw new UsageError('--group and --groupless exclude each other');
  if (role === undefined && groups.length === 0 && !none)
    throw new UsageError('give what to change: --role <role>, --group <group>');
  const user = await changeUser(await context.client(), args.at(0), {
    ...(role === undefined ? {} : { role }),
    ...(none || groups.length > 0 ? { groups } : {}),
  });
  show(
    context,
    user,
    () => `${user.login} is ${user.role}${user.groups.length === 0 ? '' : `, in ${user.groups.join(', ')}`}`,
  );
};
