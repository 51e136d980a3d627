import type { AccessState, SaidAccess } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import { authorNames } from '../command/author-names';
import { type CommandRun, show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { ownedKind } from './owned-kind';
import { seenBy } from './access-text';
import { visibilityIn } from './visibility-options';

export const run: CommandRun = async (args, context) => {
  const [kind, name] = [ownedKind(args.at(0)), args.at(1)];
  const shown = visibilityIn(args);
  const owner = ownerIn(args);
  if (shown === null && owner === null)
    throw new UsageError(
      'give its visibility (--private, --project or --group <group>) or its new owner (--owner <login>)',
    );
  const client = await context.client();
  const calls = client.access(kind);
  const before = await calls.read(name);
  const after = await calls.change(
    name,
    { ...(shown ?? asBefore(before)), ...(owner === null ? {} : { owner }) },
    before.etag,
  );
  const nameOf = await authorNames(client, [after.owner], context);
  show(context, after, () => `${kind} ${name} belongs to ${nameOf(after.owner)}; visible to ${seenBy(after)}`);
};

/** `ada` is short for `user:ada`. */
function ownerIn(args: Arguments): string | null {
  const owner = args.text('owner');
  if (owner === undefined) return null;
  return owner.includes(':') ? owner : `user:${owner}`;
}

function asBefore({ visibility, groups }: AccessState): SaidAccess {
  return { visibility, groups };
}
