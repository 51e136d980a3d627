import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const me = await client.whoAmI();
  show(context, me, () =>
    fieldList(context.terminal, [
      ['id', me.id],
      ['kind', me.kind],
      ...(me.via === undefined ? [] : [['through', me.via] as const]),
      ['role', me.role],
      ['groups', me.groups.length === 0 ? null : me.groups.join(', ')],
      ['scopes', me.scopes.join(', ')],
      ['service', context.settings().url],
    ]),
  );
};
