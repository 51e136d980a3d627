import { NEW_VISIBILITY_OPTIONS } from '../access/visibility-options';
import type { CommandGroup } from '../command/command';

const view: readonly [string, string] = ['<view>', 'feature view name'];

/** Entities and feature views over certified derivations. */
export const FEATURE_COMMANDS: CommandGroup = {
  noun: 'feature',
  meaning: 'entities and feature views over certified derivations',
  commands: [
    {
      words: 'feature list',
      summary: 'feature views by name',
      load: async () => ({ run: (await import('./read-features.js')).listViews }),
    },
    {
      words: 'feature entities',
      summary: 'entities by name, with their join keys',
      load: async () => ({ run: (await import('./read-features.js')).listEntities }),
    },
    {
      words: 'feature show',
      summary: 'the keys and features of a view, and whether its source is certified now',
      arguments: [view],
      load: async () => ({ run: (await import('./read-features.js')).showView }),
    },
    {
      words: 'feature apply',
      summary: 'create or replace the entities and views of a store document',
      arguments: [['<file>', 'a FeatureStore document, YAML or JSON']],
      options: NEW_VISIBILITY_OPTIONS,
      examples: ['svc feature apply features/flights.yaml --project'],
      load: () => import('./apply-document.js'),
    },
    {
      words: 'feature delete',
      summary: 'delete a feature view; its history is kept',
      arguments: [view],
      load: async () => ({ run: (await import('./delete-feature.js')).deleteView }),
    },
    {
      words: 'feature delete-entity',
      summary: 'delete an entity that no view uses; its history is kept',
      arguments: [['<entity>', 'entity name']],
      load: async () => ({ run: (await import('./delete-feature.js')).deleteEntity }),
    },
  ],
};
