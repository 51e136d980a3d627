import type { CommandGroup } from '../command/command';

/** Commands about claims before they are declared; none counts as an attempt. */
export const CLAIM_COMMANDS: CommandGroup = {
  noun: 'claim',
  meaning: 'statements about what a table shows',
  commands: [
    {
      words: 'claim suggest',
      summary: 'propose a complete claim about a derivation or a local file, each line with its reason',
      arguments: [
        [
          '<data>',
          'derivation, or derivation@set, whose stored rows are read; or a CSV or Parquet file, which is sent nowhere',
        ],
      ],
      examples: [
        'svc claim suggest departures',
        'svc claim suggest departures@winter',
        'svc claim suggest experiment.csv',
        'svc claim suggest experiment.csv --json | jq .claim > claim.json',
      ],
      names: ['derivation'],
      load: () => import('./suggest-claim.js'),
    },
  ],
};
