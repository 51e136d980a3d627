import type { CommandGroup, OptionSpec } from '../command/command';

const param: OptionSpec = {
  flags: '--param <value|name=value>',
  text: '$1, $2, … or $name; JSON, else text',
  many: true,
};
const named: OptionSpec = { flags: '--param <name=value>', text: 'a value for $name; JSON, else text', many: true };
const limit: OptionSpec = { flags: '--limit <n>', text: 'maximum number of rows' };
const out: OptionSpec = {
  flags: '--out <file>',
  text: 'write the rows to a .csv, .arrow or .parquet file, up to 1,000,000',
};
const name: readonly [string, string] = ['<name>', 'name of the saved query'];
const statement: readonly [string, string] = ['<statement>', 'SQL; - reads it from standard input'];
const id: readonly [string, string] = ['<id>', 'id of the query'];

/** Statements: run, history, saved queries, and drafts of derivations. */
export const SQL_COMMANDS: CommandGroup = {
  noun: 'query',
  meaning: 'SQL statements: history and saved queries',
  commands: [
    {
      words: 'sql',
      summary: 'run a read-only SQL statement over datasets and derivations',
      arguments: [statement],
      options: [param, limit, out],
      examples: [
        'svc sql "select carrier, count(*) from flights group by 1 order by 2 desc" --limit 5',
        'svc sql "from flights" --out flights.parquet',
      ],
      names: ['dataset', 'derivation'],
      load: () => import('./run-sql.js'),
    },
    {
      words: 'query history',
      summary: 'your statements, newest first',
      options: [{ flags: '--failed', text: 'only those that failed' }, limit],
      load: () => import('./list-queries.js'),
    },
    {
      words: 'query show',
      summary: 'progress or outcome of a statement',
      arguments: [id],
      load: () => import('./show-query.js'),
    },
    {
      words: 'query cancel',
      summary: 'cancel a running statement',
      arguments: [id],
      load: () => import('./cancel-query.js'),
    },
    {
      words: 'query save',
      summary: 'save a statement under a name',
      arguments: [name, statement],
      options: [
        { flags: '--description <text>', text: 'what the query answers' },
        { flags: '--shared', text: 'make it visible to everybody' },
        named,
      ],
      examples: ['svc query save late "select * from flights where delay > $least" --param least=30 --shared'],
      load: () => import('./save-query.js'),
    },
    {
      words: 'query list',
      summary: 'saved queries: yours, and those of the project',
      load: () => import('./list-saved.js'),
    },
    {
      words: 'query run',
      summary: 'run a saved query',
      arguments: [name],
      options: [named, limit, out],
      load: () => import('./run-saved.js'),
    },
    {
      words: 'query delete',
      summary: 'delete a saved query',
      arguments: [name],
      load: () => import('./delete-saved.js'),
    },
    {
      words: 'query draft',
      summary: 'a derivation made of a statement, with a claim and a contract to read and change',
      arguments: [['<name>', 'name of the derivation'], statement],
      options: [
        { flags: '--question <text>', text: 'what its claim says' },
        { flags: '--out <file>', text: 'write it to a new file' },
      ],
      examples: [
        'svc query draft late_flights "select * from flights where delay > 30" --out derivations/late_flights.py',
      ],
      names: ['dataset', 'derivation'],
      load: () => import('./draft-derivation.js'),
    },
  ],
};
