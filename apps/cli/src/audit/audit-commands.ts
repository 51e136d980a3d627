import type { CommandGroup, OptionSpec } from '../command/command';

const out: OptionSpec = { flags: '--out <file>', text: 'write it to a file' };

/** Downloads for auditors, and their verification. */
export const AUDIT_COMMANDS: CommandGroup = {
  noun: 'audit',
  meaning: 'the record of every call, and its proofs',
  commands: [
    {
      words: 'audit list',
      summary: 'who did what, newest first',
      options: [
        { flags: '--actor <id>', text: 'of this user, token or service' },
        { flags: '--action <name>', text: 'such as derivation.run, certificate.issued' },
        { flags: '--target <name>', text: 'on this object: departures, derivation/departures' },
        { flags: '--from <time>', text: 'from this day or time (UTC)' },
        { flags: '--to <time>', text: 'before this day or time (UTC)' },
        { flags: '--limit <n>', text: 'maximum number of records to show (default 50)' },
        { flags: '--cursor <cursor>', text: 'continue after the last list' },
      ],
      examples: [
        'svc audit list --action certificate.issued --target departures',
        'svc audit list --actor token:ann --from 2026-03-01 --to 2026-04-01 --json',
      ],
      load: () => import('./list-records.js'),
    },
    {
      words: 'audit checkpoint',
      summary: 'the newest signed checkpoint: keep it elsewhere, as an anchor',
      options: [out],
      load: () => import('./show-checkpoint.js'),
    },
    {
      words: 'audit log-key',
      summary: 'the key that verifies checkpoints, proofs and exported logs',
      load: () => import('./show-log-key.js'),
    },
    {
      words: 'audit proof',
      summary: 'a proof that a record is in the log; it can be verified offline',
      arguments: [['<seq>', 'number of the record']],
      options: [out],
      load: () => import('./save-proof.js'),
    },
    {
      words: 'audit verify-proof',
      summary: 'verify a proof with the log’s key; nothing is sent anywhere',
      arguments: [['<file>', 'the proof; - reads standard input']],
      options: [
        {
          flags: '--log-key <key|file>',
          text: 'the key of the log; for all keys it has had, repeat it or give a file with one a line',
          many: true,
        },
        { flags: '--certificate <file>', text: 'a certificate whose entry the record must be' },
      ],
      examples: ['svc audit verify-proof 57.tlog-proof --log-key log.key --certificate departures.json'],
      load: () => import('./verify-proofs.js'),
    },
    {
      words: 'audit export',
      summary: 'export the whole log to a folder that can be verified offline',
      options: [{ flags: '--out <folder>', text: 'a new folder' }],
      examples: [
        'svc audit export --out log && svc certificate chain --offline log --log-key log.key --anchor kept.checkpoint',
      ],
      load: () => import('./export-log.js'),
    },
  ],
};
