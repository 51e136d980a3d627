import { resolve } from 'node:path';
import {
  type AuditRecord,
  formatLogKey,
  type LogKey,
  type ProofVerification,
  verifyCertificate,
  verifyProof,
} from '@svc/audit-chain';
import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';
import { readText } from '../command/read-text';
import { CommandError, UsageError } from '../command/usage-error';
import { EXIT } from '../exit-code';
import { printable, printableLine } from '../terminal/printable';
import { wrap } from '../terminal/wrap';
import { readLogKeys } from './read-log-keys';

/** What a proof shows, and what it does not. */
interface ProofReport {
  readonly file: string;
  readonly outcome: 'included' | 'invalid';
  readonly reason: string;
  readonly record: AuditRecord | null;
  readonly checkpoint: { readonly origin: string; readonly size: number; readonly root: string } | null;
  readonly log_key: string | null;
  readonly proven: readonly string[];
  readonly not_proven: readonly string[];
}

interface Shown {
  readonly record: AuditRecord;
  readonly checkpoint: NonNullable<ProofReport['checkpoint']>;
  readonly log_key: string;
}

export const run: CommandRun = async (args, context) => {
  const keys = readLogKeys(args.texts('log-key'), context.terminal.cwd);
  if (keys.length === 0)
    throw new UsageError(
      '--log-key is needed: the key of the log, from its operator or a published page (svc audit log-key shows it)',
    );
  const file = args.at(0);
  const text = file === '-' ? await context.terminal.readInput() : readText(resolve(context.terminal.cwd, file), file);
  const certificate = args.text('certificate');
  const report = reportOf(
    file === '-' ? 'standard input' : file,
    text,
    keys,
    certificate === undefined ? null : certificateDigest(certificate, context),
  );
  show(context, report, () => people(report, context));
  return report.outcome === 'included' ? EXIT.ok : EXIT.invalidSignature;
};

function reportOf(file: string, text: string, keys: readonly LogKey[], certificate: string | null): ProofReport {
  const tried = keys.map((key) => ({ key, result: verifyProof(text, key) }));
  const included = tried.find(({ result }) => result.outcome === 'included') ?? tried[0];
  const result: ProofVerification = included?.result ?? { outcome: 'invalid', reason: 'there is no key' };
  const invalid = {
    file,
    outcome: 'invalid',
    record: null,
    checkpoint: null,
    log_key: null,
    proven: [],
    not_proven: [],
  } as const;
  if (result.outcome === 'invalid' || included === undefined)
    return { ...invalid, reason: result.outcome === 'invalid' ? result.reason : '' };
  const { record, checkpoint } = result;
  if (certificate !== null && record.detail['digest'] !== certificate) {
    return {
      ...invalid,
      record,
      checkpoint,
      reason: `the proof holds, but record ${record.seq} is not the entry of that certificate, whose digest is ${certificate}`,
    };
  }
  return includedReport(file, { record, checkpoint, log_key: formatLogKey(included.key) }, certificate);
}

function includedReport(file: string, { record, checkpoint, log_key }: Shown, certificate: string | null): ProofReport {
  return {
    file,
    outcome: 'included',
    record,
    checkpoint,
    log_key,
    reason: `record ${record.seq} is in the log that ${checkpoint.origin} signed`,
    proven: [
      `the log's key signed for exactly this record, as number ${record.seq} of the first ${checkpoint.size}`,
      ...(certificate === null
        ? []
        : ['it is the entry of the given certificate, which therefore existed when that was signed']),
    ],
    not_proven: [
      'that the record tells the truth',
      'that everybody was shown the same log: compare checkpoints, or verify the whole of it (svc audit export)',
    ],
  };
}

function certificateDigest(file: string, context: CommandContext): string {
  const verified = verifyCertificate(readText(resolve(context.terminal.cwd, file), file));
  if (verified.outcome === 'invalid')
    throw new CommandError(`${file} is not a valid certificate: ${verified.reason}`, `svc certificate verify ${file}`);
  return verified.digest;
}

function people(it: ProofReport, { terminal }: CommandContext): string {
  const { green, red, dim } = terminal.outColors;
  const mark = it.outcome === 'included' ? green('✓') : red('✗');
  const line = (label: string, text: string): string => `  ${dim(label.padEnd(11))}${wrap(text, terminal.width, 13)}\n`;
  return [
    `${mark} ${printable(it.file)}  ${it.outcome}\n`,
    it.outcome === 'included' ? '' : line('why', printable(it.reason)),
    it.record === null ? '' : recordLines(it.record, line),
    ...it.proven.map((text) => line('proven', printable(text))),
    ...it.not_proven.map((text) => line('not proven', printable(text))),
  ].join('');
}

function recordLines(
  { seq, at, actor, action, target, outcome, status, detail }: AuditRecord,
  line: (label: string, text: string) => string,
): string {
  const on = target === null ? '' : ` on ${target.type} ${target.name}`;
  const details = Object.entries(detail)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
  const result = status === 0 ? outcome : `${outcome} (${status})`;
  return (
    line(`record ${seq}`, printableLine(`${at} ${actor}: ${action}${on}: ${result}`)) +
    (details === '' ? '' : line('', printableLine(details)))
  );
}
