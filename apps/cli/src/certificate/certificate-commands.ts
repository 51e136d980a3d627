import type { CommandGroup, OptionSpec } from '../command/command';

const certificateRun: OptionSpec = { flags: '--run <id>', text: 'of this run, whatever its verdict' };
const keyFile: OptionSpec = {
  flags: '--key <file>',
  text: 'the key file (default: SVC_CERTIFICATE_KEY, else .svc/certificate.key here or above)',
};
/** The argument of commands about one parameter set. */
const source = ['<name>', 'derivation, or derivation@set for a named parameter set'] as const;

/** Signed verdicts, and the keys and the log that prove them. */
export const CERTIFICATE_COMMANDS: CommandGroup = {
  noun: 'certificate',
  meaning: 'signed verdicts that anybody can verify',
  commands: [
    {
      words: 'certificate show',
      summary: 'the certificate of the newest certified run; in a pipe, with --json or --out the signed file itself',
      arguments: [source],
      options: [certificateRun, { flags: '--out <file>', text: 'write it to a file' }],
      names: ['derivation'],
      load: () => import('./show-certificate.js'),
    },
    {
      words: 'certificate issue',
      summary: 'sign the newest certified run',
      arguments: [source],
      options: [certificateRun, { flags: '--out <file>', text: 'write it to a file' }],
      names: ['derivation'],
      load: () => import('./issue-certificate.js'),
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
      names: ['derivation'],
      load: () => import('./verify-certificates.js'),
    },
    {
      words: 'certificate public-key',
      summary: 'the key that verifies certificates of this service',
      options: [
        { flags: '--history', text: 'which key signed when; as --json a file for verify --public-key' },
        { flags: '--key <file>', text: 'with --history: from this key file, without the service' },
      ],
      load: () => import('./show-public-key.js'),
    },
    {
      words: 'certificate rotate-key',
      summary: 'make a new signing key and keep the old public one; with the service stopped',
      options: [keyFile],
      load: () => import('./rotate-key.js'),
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
      load: () => import('./verify-chain.js'),
    },
  ],
};
