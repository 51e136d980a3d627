import { NEW_VISIBILITY_OPTIONS } from '../access/visibility-options';
import type { CommandGroup, OptionSpec } from '../command/command';

const name: readonly [string, string] = ['<name>', 'metric name'];

/** The options of a metric query; `query` answers it and `compile` shows its SQL. */
const QUESTION: readonly OptionSpec[] = [
  { flags: '--group-by <column>', text: 'a declared column; several: separate by commas or repeat', many: true },
  { flags: '--grain <grain>', text: 'minute, hour, day, week, month, quarter or year' },
  { flags: '--timezone <zone>', text: 'time zone of the days, such as Europe/Berlin (default UTC)' },
  {
    flags: '--filter <column:op:value>',
    text: 'filter the rows; a,b is a list; JSON combines filters: {"or": [...]}',
    many: true,
  },
  { flags: '--fill <fill>', text: 'periods without rows: none, null or zero' },
  {
    flags: '--order <column[:desc]>',
    text: 'sort by a group or the metric; several: separate by commas or repeat',
    many: true,
  },
  { flags: '--limit <n>', text: 'maximum number of rows to show' },
  { flags: '--totals', text: 'also the value over all groups, recomputed' },
];

/** Numbers over certified derivations. */
export const METRIC_COMMANDS: CommandGroup = {
  noun: 'metric',
  meaning: 'numbers over certified derivations',
  commands: [
    { words: 'metric list', summary: 'metrics by name', load: () => import('./list-metrics.js') },
    {
      words: 'metric show',
      summary: 'a metric definition and its history',
      arguments: [name],
      load: () => import('./show-metric.js'),
    },
    {
      words: 'metric history',
      summary: 'every definition a metric has had, newest first, with who changed what',
      arguments: [name],
      load: () => import('./metric-history.js'),
    },
    {
      words: 'metric query',
      summary: 'the value per group, with its proof',
      arguments: [name],
      options: QUESTION,
      examples: [
        'svc metric query delayed_share --grain month --group-by origin',
        'svc metric query departures --filter carrier:in:B6,DL --filter date:between:2013-06-01,2013-06-30',
        'svc metric query departures --group-by carrier --order departures:desc --limit 5 --totals',
      ],
      load: () => import('./query-metric.js'),
    },
    {
      words: 'metric compile',
      summary: 'the SQL of a query with its bound values; runs nothing',
      arguments: [name],
      options: QUESTION,
      examples: ['svc metric compile departures --grain week --timezone America/New_York'],
      load: () => import('./compile-metric.js'),
    },
    {
      words: 'metric delete',
      summary: 'delete a metric that no other metric and no dashboard uses; its history is kept',
      arguments: [name],
      load: () => import('./delete-metric.js'),
    },
    {
      words: 'metric export',
      summary: 'all metrics as an OSI document',
      options: [{ flags: '--out <file>', text: 'write it to a file; .yaml as YAML' }],
      examples: ['svc metric export --out metrics.osi.json'],
      load: () => import('./export-metrics.js'),
    },
    {
      words: 'metric import',
      summary: 'define the metrics of an OSI document, all or none',
      arguments: [['<file>', 'JSON or YAML, OSI 0.1.1 or 0.2.0.dev0; - reads standard input']],
      options: [
        {
          flags: '--source <dataset=derivation>',
          text: 'the derivation to use for a dataset of the document',
          many: true,
        },
        { flags: '--partial', text: 'import what can be read and list the rest' },
        { flags: '--replace', text: 'overwrite metrics that have another definition' },
        ...NEW_VISIBILITY_OPTIONS,
      ],
      examples: ['svc metric import tpcds.yaml --source store_sales=sales'],
      load: () => import('./import-metrics.js'),
    },
  ],
};
