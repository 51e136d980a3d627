import { ifExists } from '../command/if-exists';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { parametersOf } from './parameters';

export const run: CommandRun = async (args, context) => {
  const sql = args.at(1) === '-' ? await context.terminal.readInput() : args.at(1);
  const parameters = parametersOf(args.texts('param')) ?? {};
  if (Array.isArray(parameters))
    throw new UsageError('--param: a saved query names its parameters ($name, --param name=value)');
  const client = await context.client();
  const params = { name: args.at(0) };
  const before = await ifExists(client.getSavedQuery({ params }));
  const description = args.text('description') ?? before?.definition.description ?? '';
  const visibility = args.flag('shared') ? 'project' : (before?.definition.visibility ?? 'private');
  const saved = await client.putSavedQuery({
    params,
    body: { sql, description, parameters, visibility },
    ...(before === null ? {} : { if_match: before.etag }),
  });
  show(
    context,
    saved,
    () =>
      `${saved.name} saved, version ${String(saved.version)}, ${saved.definition.visibility === 'project' ? 'for the project' : 'for you alone (--shared)'}`,
  );
};
