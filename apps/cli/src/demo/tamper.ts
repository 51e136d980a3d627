import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type KeyHistory, parseLogKey, type ValidCertificate, verifyCertificate } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';
import { copyLog } from '../audit/copy-log';
import { readLogKeys } from '../audit/read-log-keys';
import { readPublicKey } from '../certificate/read-public-key';
import type { Arguments } from '../command/arguments';
import { type CommandContext, type CommandRun, show } from '../command/command';
import { CommandError, UsageError } from '../command/usage-error';
import { EXIT } from '../exit-code';
import { type ProgressLine, withProgress } from '../terminal/progress-line';
import { asItShould, type Attempt } from './attempt';
import { chooseCertificate } from './choose-certificate';
import { replayCertificate } from './replay-certificate';
import { type TamperReport, tamperText } from './tamper-text';
import { tamperWithCertificate } from './tamper-with-certificate';
import { tamperWithLog } from './tamper-with-log';

/** Tampers with evidence and reports what noticed. The evidence itself is never touched. */
export const run: CommandRun = async (args, context) => {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-demo-'));
  try {
    const report = await withProgress(context.terminal, 'Looking for evidence', (line) => (args.maybe(0) === undefined && args.text('log') === undefined ? ofService(context, scratch, line) : ofFiles(args, context, scratch)));
    const all = [...report.attempts];
    show(context, { ...report, caught: all.filter((it) => it.kind === 'tampering' && asItShould(it)).length, of: all.filter((it) => it.kind === 'tampering').length }, () => tamperText(report, context.terminal));
    if (!all.every(asItShould)) return EXIT.failure;
    return report.not_shown.length > 0 ? EXIT.refused : EXIT.ok;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};

/** With the newest certificate and the audit log of the running service. */
async function ofService(context: CommandContext, scratch: string, line: ProgressLine): Promise<TamperReport> {
  const client = await context.client();
  const { public_key: key } = await client.getPublicKey();
  const text = await chooseCertificate(client);
  const certificate = valid(text, key);
  const notShown: string[] = [];
  const attempts: Attempt[] = [...tamperWithCertificate(text, certificate, key)];
  const optional = async (what: string, work: () => Promise<readonly Attempt[]>): Promise<void> => {
    try {
      attempts.push(...(await work()));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notShown.push(`${what}: ${error.detail}`);
    }
  };
  await optional('replayed certificates', () => replayCertificate(client, { derivation: certificate.certificate.derivation, text }, line));
  await optional('the audit log', async () => {
    line.say('Reading the audit log');
    const { logKey } = await copyLog(client, scratch, line);
    line.say('Tampering with copies of the audit log');
    return tamperWithLog(scratch, parseLogKey(logKey), scratch);
  });
  return reportOf(context.settings().url, certificate, key, attempts, notShown);
}

/** With files alone: nothing is asked of any service. */
async function ofFiles(args: Arguments, { terminal }: CommandContext, scratch: string): Promise<TamperReport> {
  const [file, folder, given] = [args.maybe(0), args.text('log'), args.text('public-key')];
  const attempts: Attempt[] = [];
  let certificate: ValidCertificate | null = null;
  let key: string | KeyHistory | null = null;
  if (file !== undefined) {
    const text = readFileSync(resolve(terminal.cwd, file), 'utf8');
    key = given === undefined ? valid(text, undefined).publicKey : readPublicKey(given, terminal.cwd);
    certificate = valid(text, key);
    attempts.push(...tamperWithCertificate(text, certificate, key));
  }
  if (folder !== undefined) {
    const path = resolve(terminal.cwd, folder);
    const [logKey] = readLogKeys([join(path, 'log.key')], terminal.cwd);
    if (logKey === undefined) throw new UsageError(`${folder} is no log that svc audit export wrote`);
    attempts.push(...(await tamperWithLog(path, logKey, scratch)));
  }
  const notShown = file === undefined ? [] : ['replayed certificates: only the service that issued it knows the present state'];
  return reportOf(null, certificate, key, attempts, folder === undefined ? notShown : notShown);
}

function valid(text: string, pinnedKey: string | KeyHistory | undefined): ValidCertificate {
  const found = verifyCertificate(text, pinnedKey === undefined ? {} : { pinnedKey });
  if (found.outcome !== 'invalid') return found;
  throw new CommandError(`there is nothing to tamper with: the certificate is invalid already (${found.reason})`);
}

function reportOf(service: string | null, certificate: ValidCertificate | null, key: string | KeyHistory | null, attempts: readonly Attempt[], notShown: readonly string[]): TamperReport {
  const about = certificate === null ? null : { derivation: certificate.certificate.derivation, question: certificate.certificate.question, verdict: certificate.certificate.verdict, digest: certificate.digest, public_key: typeof key === 'string' ? key : certificate.publicKey };
  return { service, certificate: about, attempts, not_shown: notShown };
}
