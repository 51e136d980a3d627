import { ACCESS_COMMANDS } from './access/access-commands';
import { NEW_VISIBILITY_OPTIONS } from './access/visibility-options';
import { AUDIT_COMMANDS } from './audit/audit-commands';
import { CLAIM_COMMANDS } from './claim/claim-commands';
import type { CommandSpec, OptionSpec } from './command/command';
import { DASHBOARD_COMMANDS } from './dashboard/dashboard-commands';
import { DEMO_COMMANDS } from './demo/demo-commands';
import { JOB_COMMANDS } from './job/job-commands';
import { METRIC_COMMANDS } from './metric/metric-commands';
import { MODEL_COMMANDS } from './model/model-commands';
import { ORACLE_COMMANDS } from './oracle/oracle-commands';
import { SQL_COMMANDS } from './sql/sql-commands';
import { TOKEN_COMMANDS } from './token/token-commands';
import { USER_COMMANDS } from './user/user-commands';
import { WEBHOOK_COMMANDS } from './webhook/webhook-commands';

/** The nouns, with their meaning. */
export const GROUPS: readonly (readonly [string, string])[] = [
  ['project', 'the files that svc apply loads'],
  ['dataset', 'registered rows'],
  ['derivation', 'computations over datasets, with their claims'],
  ['certificate', 'signed verdicts that anybody can verify'],
  ['metric', 'numbers over certified derivations'],
  ['query', 'SQL statements: history and saved queries'],
  ['dashboard', 'pages of certified numbers'],
  ['model', 'trained models: versions, aliases, the champion'],
  ['webhook', 'posts about what happens in the registry'],
  ['token', 'API tokens for programs that act for you'],
  ['user', 'people who can sign in'],
  ['access', 'owner and visibility of objects'],
  ['job', 'long-running work'],
  ['oracle', 'judging claims on this machine'],
  ['claim', 'statements about what a table shows'],
  ['audit', 'the record of every call, and its proofs'],
  ['demo', 'demonstrations of tamper detection'],
];

const certificateRun: OptionSpec = { flags: '--run <id>', text: 'of this run, whatever its verdict' };
const requireSound: OptionSpec = {
  flags: '--require-sound',
  text: 'exit with 6 unless every derivation is certified, and so sound',
};
const keyFile: OptionSpec = {
  flags: '--key <file>',
  text: 'the key file (default: SVC_CERTIFICATE_KEY, else .svc/certificate.key here or above)',
};
/** The argument of commands about one parameter set. */
const source = ['<name>', 'derivation, or derivation@set for a named parameter set'] as const;
const limit: OptionSpec = { flags: '--limit <n>', text: 'maximum number of rows to show' };

/** Every command. Its code is loaded when it runs, so that starting stays fast. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    words: 'apply',
    summary: 'load a project into the service: datasets, derivations, runs, metrics, dashboards',
    arguments: [['[dir]', 'folder with svc.yaml (default: here)']],
    options: [requireSound, { flags: '--force', text: 'run every derivation again, including unchanged ones' }],
    examples: ['svc apply examples/flights'],
    load: () => import('./apply/apply-project.js'),
  },
  {
    words: 'project show',
    summary: 'check svc.yaml and show its content; nothing is sent',
    arguments: [['[dir]', 'folder with svc.yaml (default: here)']],
    load: () => import('./project/show-project.js'),
  },
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
    load: () => import('./dataset/add-dataset.js'),
  },
  { words: 'dataset list', summary: 'datasets by name', load: () => import('./dataset/list-datasets.js') },
  {
    words: 'dataset show',
    summary: 'a dataset: schema, versions, first rows',
    arguments: [['<name>', 'dataset name']],
    options: [{ flags: '--rows <n>', text: 'rows to preview (default 5)' }],
    load: () => import('./dataset/show-dataset.js'),
  },
  {
    words: 'dataset delete',
    summary: 'delete a dataset that no derivation reads; its rows are kept as evidence',
    arguments: [['<name>', 'dataset name']],
    load: () => import('./dataset/delete-dataset.js'),
  },
  {
    words: 'derivation list',
    summary: 'derivations with their newest verdict',
    load: () => import('./derivation/list-derivations.js'),
  },
  {
    words: 'derivation show',
    summary: 'a derivation: claim, verdict, gates, source',
    arguments: [source],
    options: [{ flags: '--source', text: 'print the source code only' }],
    load: () => import('./derivation/show-derivation.js'),
  },
  {
    words: 'derivation run',
    summary: 'run a derivation twice and have its claim checked',
    arguments: [source],
    options: [
      { flags: '--param <name=value>', text: 'a parameter; JSON, else text', many: true },
      { flags: '--force', text: 'run even if nothing changed' },
      requireSound,
    ],
    examples: ['svc derivation run departures', 'svc derivation run departures@winter --param season=winter'],
    load: () => import('./derivation/run-derivation.js'),
  },
  {
    words: 'derivation check',
    summary: 'preview the verdict: certifies nothing and counts no attempt, but is recorded',
    arguments: [source],
    options: [{ flags: '--param <name=value>', text: 'a parameter; JSON, else text', many: true }, requireSound],
    load: () => import('./derivation/check-derivation.js'),
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
    load: () => import('./derivation/save-pictures.js'),
  },
  {
    words: 'derivation history',
    summary: 'every run, newest first, including failed and refused ones',
    arguments: [source],
    options: [limit],
    load: () => import('./derivation/derivation-history.js'),
  },
  {
    words: 'derivation revoke',
    summary: 'withdraw the certification of the newest run: nothing may depend on it until another run is certified',
    arguments: [source],
    options: [{ flags: '--reason <text>', text: 'the reason; recorded, and shown to users of what depends on it' }],
    examples: ['svc derivation revoke departures --reason "the source counted cancelled flights"'],
    load: () => import('./derivation/revoke-derivation.js'),
  },
  {
    words: 'derivation take-over',
    summary: 'become its author: it then reads what you may see; read its code first (svc derivation show)',
    arguments: [['<name>', 'derivation name']],
    load: () => import('./derivation/take-over-derivation.js'),
  },
  {
    words: 'derivation export',
    summary: 'a derivation as a document: source, claim, every run, and its certificate if it is certified',
    arguments: [['<name>', 'derivation name']],
    options: [{ flags: '-o, --out <file>', text: 'write it to a file' }],
    examples: ['svc derivation export departures -o departures.json'],
    load: () => import('./derivation/export-derivation.js'),
  },
  {
    words: 'derivation delete',
    summary: 'delete a derivation that nothing depends on; its history is kept',
    arguments: [['<name>', 'derivation name']],
    load: () => import('./derivation/delete-derivation.js'),
  },
  {
    words: 'certificate show',
    summary: 'the certificate of the newest certified run; in a pipe, with --json or --out the signed file itself',
    arguments: [source],
    options: [certificateRun, { flags: '--out <file>', text: 'write it to a file' }],
    load: () => import('./certificate/show-certificate.js'),
  },
  {
    words: 'certificate issue',
    summary: 'sign the newest certified run',
    arguments: [source],
    options: [certificateRun, { flags: '--out <file>', text: 'write it to a file' }],
    load: () => import('./certificate/issue-certificate.js'),
  },
  {
    words: 'certificate verify',
    summary: 'verify certificates: offline with a public key, else against the service',
    arguments: [['[files...]', 'files or folders; - or nothing reads standard input']],
    options: [
      {
        flags: '--public-key <key|file>',
        text: 'the key to trust, or a file with it or its history; nothing is sent anywhere',
      },
      { flags: '--offline', text: 'without a key: check only that content and signature fit' },
      { flags: '--log-key <key|file>', text: 'the key of the audit log, for proofs of preregistration', many: true },
    ],
    examples: [
      'svc certificate verify delays.json --public-key certificate.key.pub',
      'curl -s …/api/certificates/delays | svc certificate verify -',
    ],
    load: () => import('./certificate/verify-certificates.js'),
  },
  {
    words: 'certificate public-key',
    summary: 'the key that verifies certificates of this service',
    options: [
      { flags: '--history', text: 'which key signed when; as --json a file for verify --public-key' },
      { flags: '--key <file>', text: 'with --history: from this key file, without the service' },
    ],
    load: () => import('./certificate/show-public-key.js'),
  },
  {
    words: 'certificate rotate-key',
    summary: 'make a new signing key and keep the old public one; with the service stopped',
    options: [keyFile],
    load: () => import('./certificate/rotate-key.js'),
  },
  {
    words: 'certificate chain',
    summary: 'verify the audit log: intact, grown, truncated, edited, reordered or forked, and where',
    options: [
      {
        flags: '--anchor <text|file>',
        text: 'a checkpoint kept elsewhere (offline also seq:hash of a line), to find out truncation; left out, what ./svc up keeps on this machine',
      },
      { flags: '--offline <folder>', text: 'read an exported log, or .svc/audit itself, without asking a service' },
      {
        flags: '--log-key <key|file>',
        text: 'offline: the key of the log; for all keys it has had, repeat it or give a file with one a line',
        many: true,
      },
      { flags: '--growing', text: 'offline: a service may be writing meanwhile' },
    ],
    examples: [
      'svc certificate chain --anchor kept.checkpoint',
      'svc certificate chain --offline log --log-key log.key --anchor kept.checkpoint',
    ],
    load: () => import('./certificate/verify-chain.js'),
  },
  ...METRIC_COMMANDS,
  ...DASHBOARD_COMMANDS,
  ...MODEL_COMMANDS,
  ...WEBHOOK_COMMANDS,
  ...SQL_COMMANDS,
  ...TOKEN_COMMANDS,
  ...USER_COMMANDS,
  ...ACCESS_COMMANDS,
  { words: 'usage', summary: 'your usage and quotas', load: () => import('./usage/show-usage.js') },
  ...JOB_COMMANDS,
  ...ORACLE_COMMANDS,
  ...CLAIM_COMMANDS,
  ...AUDIT_COMMANDS,
  ...DEMO_COMMANDS,
];
