import { type CertificateVerification, type KeyHistory, type LogKey, verifyCertificate } from '@svc/audit-chain';
import { readLogKeys } from '../audit/read-log-keys';
import type { CommandContext, CommandRun } from '../command/command';
import { show } from '../command/command';
import { UsageError } from '../command/usage-error';
import { worstOf } from '../exit-code';
import { findSettings } from '../settings';
import { type CertificateFile, readCertificates } from './certificate-files';
import { readPublicKey } from './read-public-key';
import { verification, type Verification } from './verification';
import { verificationText } from './verification-text';

export const run: CommandRun = async (args, context) => {
  const { terminal } = context;
  const given = args.text('public-key');
  const pinned = given === undefined ? undefined : readPublicKey(given, terminal.cwd);
  const [logKey] = readLogKeys(args.texts('log-key'), terminal.cwd);
  const trusted: Trusted = { pinned, logKey };
  const online =
    pinned === undefined &&
    !args.flag('offline') &&
    findSettings({ url: args.text('url'), token: args.text('token') }, terminal.env, terminal.cwd) !== null;
  if (args.text('url') !== undefined && !online)
    throw new UsageError('--url asks the service, --public-key and --offline do not: choose one');
  const { files, list } = await readCertificates(args.from(0), terminal);
  const verified: Verification[] = [];
  for (const file of files) verified.push(await verifyOne(file, trusted, online ? context : null));
  show(context, list ? verified : verified[0], () => verificationText(verified, terminal));
  return worstOf(verified.map((it) => it.exit_code));
};

/** The keys that are trusted before a document is read. */
interface Trusted {
  readonly pinned: string | KeyHistory | undefined;
  /** Of the audit log. */
  readonly logKey: LogKey | undefined;
}

async function verifyOne(
  file: CertificateFile,
  { pinned, logKey }: Trusted,
  context: CommandContext | null,
): Promise<Verification> {
  if ('unreadable' in file)
    return verification({
      file: file.name,
      outcome: 'unreadable',
      derivation: null,
      verdict: null,
      digest: null,
      signed_with: null,
      preregistration: null,
      code: null,
      reason: file.unreadable,
    });
  const result = verifyCertificate(file.content, {
    ...(pinned === undefined ? {} : { pinnedKey: pinned }),
    ...(logKey === undefined ? {} : { logKey }),
  });
  const offline = described(file.name, result, pinned);
  // The document itself first: a service is asked only about an intact one.
  if (context === null || result.outcome === 'invalid') return offline;
  const { askService } = await import('./ask-service.js');
  return askService(offline, file.content, await context.client());
}

function described(
  file: string,
  result: CertificateVerification,
  pinned: string | KeyHistory | undefined,
): Verification {
  if (result.outcome === 'invalid') {
    const outcome = result.code === 'other-key' ? 'other_instance' : 'invalid';
    return verification({
      file,
      outcome,
      derivation: null,
      verdict: null,
      digest: null,
      signed_with: null,
      preregistration: null,
      code: result.code,
      reason: result.reason,
    });
  }
  const {
    outcome,
    digest,
    reason,
    publicKey,
    certificate: { derivation, verdict },
  } = result;
  const use = typeof pinned === 'object' ? pinned.find((it) => it.public_key === publicKey) : undefined;
  return verification({
    file,
    outcome,
    derivation,
    verdict,
    digest,
    signed_with: { public_key: publicKey, ...use },
    preregistration: result.preregistration ?? null,
    code: null,
    reason,
  });
}
