import type { CommandGroup, OptionSpec } from '../command/command';
import { REQUIRE_SOUND } from '../command/require-sound';

/** The argument of commands about one parameter set. */
const source = ['<name>', 'derivation, or derivation@set for a named parameter set'] as const;
const limit: OptionSpec = { flags: '--limit <n>', text: 'maximum number of rows to show' };

/** Computations, their runs and their verdicts. */
export const DERIVATION_COMMANDS: CommandGroup = {
  noun: 'derivation',
  meaning: 'computations over datasets, with their claims',
  commands: [
    {
      words: 'derivation list',
      summary: 'derivations with their newest verdict',
      load: () => import('./list-derivations.js'),
    },
    {
      words: 'derivation show',
      summary: 'a derivation: claim, verdict, gates, source',
      arguments: [source],
      options: [{ flags: '--source', text: 'print the source code only' }],
      load: () => import('./show-derivation.js'),
    },
    {
      words: 'derivation run',
      summary: 'run a derivation twice and have its claim checked',
      arguments: [source],
      options: [
        { flags: '--param <name=value>', text: 'a parameter; JSON, else text', many: true },
        { flags: '--force', text: 'run even if nothing changed' },
        REQUIRE_SOUND,
      ],
      examples: ['svc derivation run departures', 'svc derivation run departures@winter --param season=winter'],
      load: () => import('./run-derivation.js'),
    },
    {
      words: 'derivation check',
      summary: 'preview the verdict: certifies nothing and counts no attempt, but is recorded',
      arguments: [source],
      options: [{ flags: '--param <name=value>', text: 'a parameter; JSON, else text', many: true }, REQUIRE_SOUND],
      load: () => import('./check-derivation.js'),
    },
    {
      words: 'derivation pictures',
      summary:
        'the page of pictures of a run, as SVG: the estimate under each adjustment, balance, rows analysed, residuals, power',
      arguments: [['<name>', 'derivation name']],
      options: [
        { flags: '--run <id>', text: 'of this run (default: the newest)' },
        { flags: '-o, --out <file>', text: 'write it to a file' },
      ],
      examples: ['svc derivation pictures departures -o departures.svg'],
      load: () => import('./save-pictures.js'),
    },
    {
      words: 'derivation history',
      summary: 'every run, newest first, including failed and refused ones',
      arguments: [source],
      options: [limit],
      load: () => import('./derivation-history.js'),
    },
    {
      words: 'derivation revoke',
      summary: 'withdraw the certification of the newest run: nothing may depend on it until another run is certified',
      arguments: [source],
      options: [{ flags: '--reason <text>', text: 'the reason; recorded, and shown to users of what depends on it' }],
      examples: ['svc derivation revoke departures --reason "the source counted cancelled flights"'],
      load: () => import('./revoke-derivation.js'),
    },
    {
      words: 'derivation take-over',
      summary: 'become its author: it then reads what you may see; read its code first (svc derivation show)',
      arguments: [['<name>', 'derivation name']],
      load: () => import('./take-over-derivation.js'),
    },
    {
      words: 'derivation export',
      summary: 'a derivation as a document: source, claim, every run, and its certificate if it is certified',
      arguments: [['<name>', 'derivation name']],
      options: [{ flags: '-o, --out <file>', text: 'write it to a file' }],
      examples: ['svc derivation export departures -o departures.json'],
      load: () => import('./export-derivation.js'),
    },
    {
      words: 'derivation delete',
      summary: 'delete a derivation that nothing depends on; its history is kept',
      arguments: [['<name>', 'derivation name']],
      load: () => import('./delete-derivation.js'),
    },
  ],
};
