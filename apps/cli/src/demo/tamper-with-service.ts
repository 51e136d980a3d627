import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseLogKey } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';
import { copyLog } from '../audit/copy-log';
import { readPublicKey } from '../certificate/read-public-key';
import type { CommandContext } from '../command/command';
import { exitCodeOf } from '../exit-code';
import type { ProgressLine } from '../terminal/progress-line';
import type { Attempt } from './attempt';
import { chooseCertificate } from './choose-certificate';
import { replayCertificate } from './replay-certificate';
import { type NotShown, type TamperReport, summaryOf } from './tamper-report';
import { tamperWithCertificate, validCertificate } from './tamper-with-certificate';
import { tamperWithLog } from './tamper-with-log';

/** With the newest certificate and the audit log of the running service. Reports what the caller may not do, and shows the rest. */
export async function tamperWithService(
  context: CommandContext,
  publicKey: string | undefined,
  scratch: string,
  line: ProgressLine,
): Promise<TamperReport> {
  const client = await context.client();
  const key =
    publicKey === undefined ? (await client.getPublicKey()).keys : readPublicKey(publicKey, context.terminal.cwd);
  const text = await chooseCertificate(client);
  const certificate = validCertificate(text, key);
  const attempts: Attempt[] = [...tamperWithCertificate(text, certificate, key)];
  const notShown: NotShown[] = [];
  const tryTo = async (what: string, work: () => Promise<readonly Attempt[]>): Promise<void> => {
    try {
      attempts.push(...(await work()));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      notShown.push({ what, why: error.detail, exit_code: exitCodeOf(error.code) });
    }
  };
  await tryTo('replayed certificates', () =>
    replayCertificate(client, { derivation: certificate.certificate.derivation, text }, line),
  );
  await tryTo('the audit log', async () => {
    const folder = join(scratch, 'log');
    mkdirSync(folder);
    const { logKey } = await copyLog(client, folder, line);
    line.say('Tampering with copies of the audit log');
    return tamperWithLog(folder, parseLogKey(logKey), scratch);
  });
  return { service: context.settings().url, certificate: summaryOf(certificate), attempts, not_shown: notShown };
}
