import { CHAMPION } from '@svc/contracts';
import { type CommandRun, show } from '../command/command';
import { versionArgument } from '../command/version-argument';

/** Moves the alias from where it is now: of two people at once one learns that the other was faster. */
export const run: CommandRun = async (args, context) => {
  const [name, version] = [args.at(0), versionArgument(args.at(1))];
  const alias = args.text('alias') ?? CHAMPION;
  const client = await context.client();
  const params = { name };
  const from = (await client.getModel({ params })).aliases[alias] ?? null;
  const model = await client.promoteModel({ params, body: { version, alias, from } });
  const before = from === null ? 'before, no version was' : `before, version ${from} was`;
  show(context, model, () => `version ${version} of ${name} is ${alias}; ${before}\n`);
};
