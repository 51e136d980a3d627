import type { CommandSpec } from '../command/command';

/** Claims before they are declared, on this machine: nothing is sent anywhere, and nothing counts as an attempt. */
export const CLAIM_COMMANDS: readonly CommandSpec[] = [
  {
    words: 'claim suggest',
    summary:
      'propose a complete claim about a CSV or Parquet file, each line with its reason; nothing is sent anywhere',
    arguments: [['<data>', 'CSV or Parquet file']],
    examples: ['svc claim suggest experiment.csv', 'svc claim suggest experiment.csv --json | jq .claim > claim.json'],
    load: () => import('./suggest-claim.js'),
  },
];
