import { NEW_VISIBILITY_OPTIONS } from '../access/visibility-options';
import type { CommandGroup } from '../command/command';

/** Registered rows. */
export const DATASET_COMMANDS: CommandGroup = {
  noun: 'dataset',
  meaning: 'registered rows',
  commands: [
    {
      words: 'dataset add',
      summary: 'register rows from CSV, JSON lines or Parquet',
      arguments: [
        ['<name>', 'dataset name'],
        ['<file>', 'file with the rows'],
      ],
      options: [
        { flags: '--format <format>', text: 'csv, jsonl or parquet (default: by file name)' },
        { flags: '--description <text>', text: 'description of the rows' },
        { flags: '--column <name:type>', text: 'declare a column type', many: true },
        { flags: '--null-value <text>', text: 'a text that means "missing" in CSV', many: true },
        ...NEW_VISIBILITY_OPTIONS,
      ],
      examples: [
        'svc dataset add flights flights.csv --null-value NA --null-value ""',
        'svc dataset add flights flights.csv --project',
      ],
      load: () => import('./add-dataset.js'),
    },
    { words: 'dataset list', summary: 'datasets by name', load: () => import('./list-datasets.js') },
    {
      words: 'dataset show',
      summary: 'a dataset: schema, versions, first rows',
      arguments: [['<name>', 'dataset name']],
      options: [{ flags: '--rows <n>', text: 'rows to preview (default 5)' }],
      load: () => import('./show-dataset.js'),
    },
    {
      words: 'dataset profile',
      summary: 'statistics of a dataset’s columns',
      arguments: [['<name>', 'dataset name']],
      load: () => import('./profile-dataset.js'),
    },
    {
      words: 'dataset delete',
      summary: 'delete a dataset that no derivation reads; its rows are removed later, unless evidence stands on them',
      arguments: [['<name>', 'dataset name']],
      load: () => import('./delete-dataset.js'),
    },
  ],
};
