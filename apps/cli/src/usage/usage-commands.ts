import type { CommandGroup } from '../command/command';

/** What the caller has used. */
export const USAGE_COMMANDS: CommandGroup = {
  noun: 'usage',
  meaning: 'your usage and quotas',
  commands: [{ words: 'usage', summary: 'your usage and quotas', load: () => import('./show-usage.js') }],
};
