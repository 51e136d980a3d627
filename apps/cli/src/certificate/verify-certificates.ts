import { type CertificateVerification, type KeyHistory, verifyCertificate } from '@svc/audit-chain';
import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { EXIT, type ExitCode, worstOf } from '../exit-code';
import { printable } from '../terminal/printable';
import { wrap } from '../terminal/wrap';
import { findSettings } from '../settings';
import { askService } from './ask-service';
import { type CertificateFile, readCertificates } from './certificate-files';
import { readPublicKey } from './read-public-key';

/** What became of one document. */
export interface Verification {
  readonly file: string;
  readonly outcome: 'invalid' | 'self_consistent' | 'trusted' | 'matches' | 'stale' | 'other_instance';
  readonly derivation: string | null;
  readonly verdict: string | null;
  readonly digest: string | null;
  readonly reason: string;
}

const EXITS: Readonly<Record<Verification['outcome'], ExitCode>> = {
  invalid: EXIT.invalidSignature, self_consistent: EXIT.ok, trusted: EXIT.ok, matches: EXIT.ok, stale: EXIT.stale, other_instance: EXIT.otherInstance,
};

export const run: CommandRun = async (args, context) => {
  const { terminal } = context;
  const given = args.text('public-key');
  const pinned = given === undefined ? undefined : readPublicKey(given, terminal.cwd);
  const files = await readCertificates(args.from(0), terminal);
  const online = pinned === undefined && !args.flag('offline') && findSettings({ url: args.text('url'), token: args.text('token') }, terminal.env, terminal.cwd) !== null;
  if (args.text('url') !== undefined && !online) throw new UsageError('--url asks the service, --public-key and --offline ask nobody: choose one');
  const verified: Verification[] = [];
  for (const file of files) verified.push(await verifyOne(file, pinned, online ? context : null));
  show(context, verified.length === 1 ? verified[0] : verified, () => verified.map((it) => people(it, context)).join(''));
  if (!online && pinned === undefined) terminal.err(`${terminal.errColors.yellow('no key pinned')}: this does not show who issued it. Give --public-key, or a service to ask.\n`);
  return worstOf(verified.map((it) => EXITS[it.outcome]));
};

async function verifyOne(file: CertificateFile, pinned: string | KeyHistory | undefined, context: CommandContext | null): Promise<Verification> {
  const result = verifyCertificate(file.content, pinned === undefined ? {} : { pinnedKey: pinned });
  const offline = described(file.name, result);
  // The document itself first: a service is asked only about one that is whole.
  return context === null || result.outcome === 'invalid' ? offline : askService(offline, file, await context.client());
}

function described(file: string, result: CertificateVerification): Verification {
  if (result.outcome === 'invalid') {
    return { file, outcome: result.code === 'other-key' ? 'other_instance' : 'invalid', derivation: null, verdict: null, digest: null, reason: result.reason };
  }
  const { derivation, verdict } = result.certificate;
  return { file, outcome: result.outcome, derivation, verdict, digest: result.digest, reason: result.reason };
}

function people(it: Verification, { terminal }: CommandContext): string {
  const { green, red, yellow, dim } = terminal.outColors;
  const good = EXITS[it.outcome] === EXIT.ok;
  const mark = good ? (it.outcome === 'self_consistent' ? yellow('?') : green('✓')) : red('✗');
  const what = it.derivation === null ? '' : ` ${printable(it.derivation)}: ${it.verdict}`;
  const digest = it.digest === null ? '' : `  ${dim(it.digest)}\n`;
  return `${mark} ${printable(it.file)}  ${it.outcome.replaceAll('_', ' ')}${what}\n${digest}  ${wrap(printable(it.reason), terminal.width, 2)}\n`;
}
