import type { Token } from '@svc/contracts';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, right, shortTime, textTable, whole } from '../command/printing';
import type { TableCell } from '../terminal/table';
import type { Colors } from '../terminal/terminal';

/** `2026-03-01`. */
const DAY = 10;

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const { terminal } = context;
  const { items } = await client.listTokens();
  showList(context, items, () =>
    textTable(
      terminal,
      [
        'name',
        whole('state'),
        whole('role'),
        extra(1, 'owner'),
        extra(2, whole('last used')),
        extra(3, whole('created')),
        extra(4, right('scopes')),
        prose('id'),
      ],
      items.map((it) => [
        it.name,
        stateCell(it, terminal.outColors),
        it.role,
        it.owner?.replace(/^user:/, '') ?? null,
        shortTime(it.last_used_at),
        it.created_at.slice(0, DAY),
        it.scopes.length,
        it.id,
      ]),
    ),
  );
};

/** Its state, with the date since or until when. */
function stateCell({ revoked_at, expires_at }: Token, colors: Colors): TableCell {
  if (revoked_at !== null) return { text: `revoked ${revoked_at.slice(0, DAY)}`, paint: colors.red };
  if (expires_at === null) return { text: 'active' };
  const day = expires_at.slice(0, DAY);
  const expired = Date.parse(expires_at) <= Date.now();
  return expired ? { text: `expired ${day}`, paint: colors.red } : { text: `until ${day}` };
}
