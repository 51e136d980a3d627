import { type Client, type OwnedKind, ProblemError, type ResponseOf, type reviewAccess } from '@svc/contracts';
import { authorNames } from '../command/author-names';
import { type CommandRun, show } from '../command/command';
import { fieldList, textTable } from '../command/printing';
import { ownedKind } from './owned-kind';
import { seenBy } from './access-text';

type Seers = ResponseOf<typeof reviewAccess>['seen_by'];

export const run: CommandRun = async (args, context) => {
  const [kind, name] = [ownedKind(args.at(0)), args.at(1)];
  const client = await context.client();
  const access = await client.access(kind).read(name);
  const seers = await seersOf(client, kind, name);
  const nameOf = await authorNames(client, [access.owner], context);
  show(context, { kind, name, ...access, seen_by: seers }, () => {
    const fields = fieldList(context.terminal, [
      [kind, name],
      ['owner', nameOf(access.owner)],
      ['visible to', seenBy(access)],
      ['etag', access.etag],
    ]);
    if (seers === null) return fields;
    const rows = seers.map((it) => [
      it.principal,
      it.name,
      it.role,
      it.group === null ? it.because : `${it.because} ${it.group}`,
    ]);
    return `${fields}\n${textTable(context.terminal, ['who', 'name', 'role', 'because'], rows)}`;
  });
  if (seers === null && !context.json) context.terminal.err('Only its owner and admins can list who that is.\n');
};

/** Null for callers who see the object but may not list who else does. */
async function seersOf(client: Client, kind: OwnedKind, name: string): Promise<Seers | null> {
  try {
    return (await client.reviewAccess({ params: { kind, name } })).seen_by;
  } catch (error) {
    if (error instanceof ProblemError && error.code === 'forbidden') return null;
    throw error;
  }
}
