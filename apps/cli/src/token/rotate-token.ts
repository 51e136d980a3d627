import type { CommandRun } from '../command/command';
import { show } from '../command/command';

export const run: CommandRun = async (args, context) => {
  const minutes = args.count('overlap-minutes', 0) ?? 0;
  const client = await context.client();
  const token = await client.rotateToken({ params: { id: args.at(0) }, body: { overlap_minutes: minutes } });
  show(context, token, () => token.secret);
  if (context.json) return;
  const old = minutes === 0 ? 'The old one no longer works.' : `The old one works for another ${minutes} min.`;
  context.terminal.err(`token "${token.name}" (${token.id}) has a new secret, shown this once. ${old}\n`);
};
