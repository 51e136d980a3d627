import type { CommandGroup } from '../command/command';

const name: readonly [string, string] = ['<name>', 'model name'];
const version: readonly [string, string] = ['[version]', 'number or alias of a version (default: champion)'];

/** The model registry. */
export const MODEL_COMMANDS: CommandGroup = {
  noun: 'model',
  meaning: 'trained models: versions, aliases, the champion',
  commands: [
    { words: 'model list', summary: 'registered models by name', load: () => import('./list-models.js') },
    {
      words: 'model show',
      summary: 'a version: verdict, scores beside the baseline, source and aliases',
      arguments: [name, version],
      options: [{ flags: '--card', text: 'print the model card only' }],
      load: () => import('./show-model.js'),
    },
    {
      words: 'model versions',
      summary: 'the versions of a model, newest first',
      arguments: [name],
      load: () => import('./list-versions.js'),
    },
    {
      words: 'model compare',
      summary: 'what differs between two versions',
      arguments: [name, ['<left>', 'number or alias'], ['<right>', 'number or alias']],
      examples: ['svc model compare delay champion 4'],
      load: () => import('./compare-versions.js'),
    },
    {
      words: 'model promote',
      summary: 'make a version the champion, or give it another alias',
      arguments: [name, ['<version>', 'number of the version']],
      options: [{ flags: '--alias <alias>', text: 'default: champion' }],
      load: () => import('./promote-model.js'),
    },
    {
      words: 'model release',
      summary: 'take an alias away; without a champion a bare model name serves nothing',
      arguments: [name, ['<alias>', 'alias']],
      load: () => import('./release-alias.js'),
    },
    {
      words: 'model delete',
      summary: 'delete a model with all its versions, or one version that no alias names',
      arguments: [name, ['[version]', 'number of the version']],
      load: () => import('./delete-model.js'),
    },
  ],
};
