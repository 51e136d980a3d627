import type { CommandGroup } from '../command/command';
import { REQUIRE_SOUND } from '../command/require-sound';

/** Everything that svc.yaml names. */
export const PROJECT_COMMANDS: CommandGroup = {
  noun: 'project',
  meaning: 'the files that svc apply loads',
  commands: [
    {
      words: 'apply',
      summary: 'load a project into the service: datasets, derivations, runs, metrics, dashboards',
      arguments: [['[dir]', 'folder with svc.yaml (default: here)']],
      options: [REQUIRE_SOUND, { flags: '--force', text: 'run every derivation again, including unchanged ones' }],
      examples: ['svc apply examples/flights'],
      load: () => import('../apply/apply-project.js'),
    },
    {
      words: 'project show',
      summary: 'check svc.yaml and show its content; nothing is sent',
      arguments: [['[dir]', 'folder with svc.yaml (default: here)']],
      load: () => import('./show-project.js'),
    },
  ],
};
