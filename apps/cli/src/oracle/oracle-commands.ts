import type { CommandGroup } from '../command/command';

/** The oracle, on this machine: nothing is sent anywhere, and nothing is certified. */
export const ORACLE_COMMANDS: CommandGroup = {
  noun: 'oracle',
  meaning: 'judging claims on this machine',
  commands: [
    {
      words: 'oracle check',
      summary: 'judge a claim about a CSV or Parquet file, or every case of a folder; nothing is sent anywhere',
      arguments: [
        ['<data>', 'CSV or Parquet file, or folder of cases (data.csv or data.parquet, and claim.json each)'],
      ],
      options: [
        { flags: '--claim <file>', text: 'the claim as JSON; - reads standard input' },
        { flags: '--require-sound', text: 'exit with 6 unless every verdict is sound' },
      ],
      examples: ['svc oracle check experiment.csv --claim claim.json', 'svc oracle check cases > verdicts.jsonl'],
      load: () => import('./check-claims.js'),
    },
    {
      words: 'oracle explain',
      summary: 'what a gate looks for, with its statistic, threshold and source; without a name: all of them',
      arguments: [['[gate]', 'name of a gate']],
      examples: ['svc oracle explain', 'svc oracle explain confounding'],
      load: () => import('./explain-gate.js'),
    },
    {
      words: 'oracle calibrate',
      summary: 'measure how often the oracle is wrong, on synthetic data with a known truth',
      options: [
        {
          flags: '--kind <kind>',
          text: 'kind of claim; several: separate by commas or repeat (default: all)',
          many: true,
        },
        { flags: '--n <rows>', text: 'size of a table; several (default: 30 to 10,000)', many: true },
        {
          flags: '--effect <standard errors>',
          text: 'true effects to simulate; several (default: 2.8, 3.65)',
          many: true,
        },
        { flags: '--reps <n>', text: 'data sets drawn for each figure (default 2000)' },
        { flags: '--seed <text>', text: 'the same seed gives the same table' },
        { flags: '--plain', text: 'leave out the data with violated assumptions' },
      ],
      examples: ['svc oracle calibrate --kind comparison --n 100 --reps 200 --plain'],
      load: () => import('./calibrate-oracle.js'),
    },
  ],
};
