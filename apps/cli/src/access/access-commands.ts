import type { CommandGroup, CommandSpec } from '../command/command';
import { VISIBILITY_OPTIONS } from './visibility-options';

const object: CommandSpec['arguments'] = [
  ['<kind>', 'kind of object: dataset, metric, …'],
  ['<name>', 'its name'],
];

/** Owner and visibility of objects. */
export const ACCESS_COMMANDS: CommandGroup = {
  noun: 'access',
  meaning: 'owner and visibility of objects',
  commands: [
    {
      words: 'access show',
      summary: 'owner and visibility; for the owner and admins also every person and token with access, and why',
      arguments: object,
      load: () => import('./show-access.js'),
    },
    {
      words: 'access set',
      summary: 'set who sees it, or transfer it to another owner',
      arguments: object,
      options: [...VISIBILITY_OPTIONS, { flags: '--owner <login>', text: 'the new owner (or token:<id>)' }],
      examples: [
        'svc access set metric delays --group ops --group finance',
        'svc access set dataset flights --private',
      ],
      load: () => import('./set-access.js'),
    },
  ],
};
