import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { KeyHistory } from '@svc/audit-chain';
import { readLogKeys } from '../audit/read-log-keys';
import { readPublicKey } from '../certificate/read-public-key';
import { CommandError } from '../command/usage-error';
import { EXIT } from '../exit-code';
import type { Terminal } from '../terminal/terminal';
import type { Attempt } from './attempt';
import { type CertificateSummary, summaryOf, type TamperReport } from './tamper-report';
import { tamperWithCertificate, validCertificate } from './tamper-with-certificate';
import { tamperWithLog } from './tamper-with-log';

/** The files named on the command line; at least one of certificate and log. */
export interface GivenEvidence {
  readonly certificate: string | undefined;
  readonly log: string | undefined;
  readonly publicKey: string | undefined;
}

const ONLY_ISSUER = {
  what: 'replayed certificates',
  why: 'only the service that issued it knows the present state (svc demo tamper, without a file)',
  exit_code: EXIT.ok,
};

/** With files alone: no service is asked. */
export async function tamperWithFiles(given: GivenEvidence, { cwd }: Terminal, scratch: string): Promise<TamperReport> {
  const { certificate, log } = given;
  const onCertificate =
    certificate === undefined
      ? null
      : tamperWithFile(
          resolve(cwd, certificate),
          given.publicKey === undefined ? null : readPublicKey(given.publicKey, cwd),
        );
  const onLog = log === undefined ? [] : await tamperWithExport(resolve(cwd, log), scratch);
  return {
    service: null,
    certificate: onCertificate?.certificate ?? null,
    attempts: [...(onCertificate?.attempts ?? []), ...onLog],
    not_shown: certificate === undefined ? [] : [ONLY_ISSUER],
  };
}

/** Without a trusted key, the one in the certificate is used. */
function tamperWithFile(
  path: string,
  pinned: string | KeyHistory | null,
): { readonly certificate: CertificateSummary; readonly attempts: readonly Attempt[] } {
  if (!existsSync(path)) throw new CommandError(`no such file: ${path}`);
  const text = readFileSync(path, 'utf8');
  const key = pinned ?? validCertificate(text, undefined).publicKey;
  const certificate = validCertificate(text, key);
  return { certificate: summaryOf(certificate), attempts: tamperWithCertificate(text, certificate, key) };
}

async function tamperWithExport(folder: string, scratch: string): Promise<readonly Attempt[]> {
  const keyFile = join(folder, 'log.key');
  const [logKey] = existsSync(keyFile) ? readLogKeys([keyFile], folder) : [];
  if (logKey === undefined) throw new CommandError(`${folder} was not written by svc audit export: it has no log.key`);
  return tamperWithLog(folder, logKey, scratch);
}
