import type { ValidCertificate } from '@svc/audit-chain';
import type { ExitCode } from '../exit-code';
import type { Attempt } from './attempt';

export interface CertificateSummary {
  readonly derivation: string;
  readonly question: string;
  readonly verdict: string;
  readonly digest: string;
  readonly public_key: string;
}

/** A manipulation that could not be tried, and why. */
export interface NotShown {
  readonly what: string;
  readonly why: string;
  readonly exit_code: ExitCode;
}

/** All manipulations, and which checks detected them. */
export interface TamperReport {
  /** Null when no service was asked. */
  readonly service: string | null;
  readonly certificate: CertificateSummary | null;
  readonly attempts: readonly Attempt[];
  readonly not_shown: readonly NotShown[];
}

export function summaryOf({ certificate, digest, publicKey }: ValidCertificate): CertificateSummary {
  const { derivation, question, verdict } = certificate;
  return { derivation, question, verdict, digest, public_key: publicKey };
}
