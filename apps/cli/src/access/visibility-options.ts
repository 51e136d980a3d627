import type { SaidAccess } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import type { OptionSpec } from '../command/command';
import { UsageError } from '../command/usage-error';

/** Options for the visibility of an object. */
export const VISIBILITY_OPTIONS: readonly OptionSpec[] = [
  { flags: '--private', text: 'only its owner' },
  { flags: '--project', text: 'everybody who may read objects of this kind' },
  { flags: '--group <group>', text: 'the members of this group', many: true },
];

/** The same for commands that may create an object. */
export const NEW_VISIBILITY_OPTIONS: readonly OptionSpec[] = VISIBILITY_OPTIONS.map(({ text, ...it }) => ({
  ...it,
  text: `who sees it when it is new (default: you alone): ${text}`,
}));

/** Null when not given. */
export function visibilityIn(args: Arguments): SaidAccess | null {
  const groups = args.texts('group');
  const said = [
    ...(args.flag('private') ? (['private'] as const) : []),
    ...(args.flag('project') ? (['project'] as const) : []),
    ...(groups.length > 0 ? (['groups'] as const) : []),
  ];
  if (said.length > 1) throw new UsageError('--private, --project and --group exclude each other');
  const [visibility] = said;
  return visibility === undefined ? null : { visibility, groups: [...groups] };
}

/** The visibility of new objects; a list of groups cannot contain one whose name has a comma. */
export function newVisibilityIn(args: Arguments): SaidAccess | null {
  const said = visibilityIn(args);
  const [named] = said?.groups.filter((it) => it.includes(',')) ?? [];
  if (named !== undefined)
    throw new UsageError(
      `--group: "${named}" contains a comma; leave it out here and add it afterwards with: svc access set`,
    );
  return said;
}
