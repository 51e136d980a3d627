import type { CommandSpec } from '../command/command';
import { VISIBILITY_OPTIONS } from './visibility-options';

const object: CommandSpec['arguments'] = [
  ['<kind>', 'dataset, derivation, metric, dashboard or query'],
  ['<name>', 'its name'],
];

/** Whose things are and who sees them. */
export const ACCESS_COMMANDS: readonly CommandSpec[] = [
  {
    words: 'access show',
    summary: 'whose it is and who sees it; for its owner and admins every person and token, and why',
    arguments: object,
    load: () => import('./show-access.js'),
  },
  {
    words: 'access set',
    summary: 'say who sees it, or hand it over',
    arguments: object,
    options: [...VISIBILITY_OPTIONS, { flags: '--owner <login>', text: 'hand it over (or token:<id>)' }],
    examples: ['svc access set metric delays --group ops --group finance', 'svc access set dataset flights --private'],
    load: () => import('./set-access.js'),
  },
];
