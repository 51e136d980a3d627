import { randomBytes } from 'node:crypto';
import {
  type KeyHistory,
  signCertificate,
  SigningKey,
  type ValidCertificate,
  verifyCertificate,
} from '@svc/audit-chain';
import { CommandError } from '../command/usage-error';
import type { Attempt } from './attempt';
import { changeDigit } from './change-digit';

/** The detecting check, by the code of its failure. */
const CATCHERS: Readonly<Record<string, string>> = {
  'not-json': 'strict reading of the JSON',
  'other-key': 'the pinned key',
  'retired-key': 'the key history',
  'wrong-signature': 'the signature',
};

type Trial = Pick<Attempt, 'title' | 'change' | 'kind'>;

/** Placeholder for the payload until its text is inserted. */
const PLACE = 'the payload';

/** All manipulations of the file alone. The key is the one the reader trusts. */
export function tamperWithCertificate(
  text: string,
  { certificate }: ValidCertificate,
  pinnedKey: string | KeyHistory,
): readonly Attempt[] {
  const look = (it: Trial, document: string, withoutKey: boolean): Attempt =>
    attemptOf(it, document, pinnedKey, withoutKey);
  const digit = changeDigit(certificate);
  const envelope = (payload: string): string =>
    JSON.stringify({ ...envelopeOf(text), certificate: PLACE }).replace(JSON.stringify(PLACE), () => payload);
  const other = certificate.verdict === 'unsound' ? 'sound' : 'unsound';
  const stranger = SigningKey.fromSeed(randomBytes(32));
  return [
    look({ title: 'as it was issued', change: 'nothing', kind: 'control' }, text, false),
    look(
      { title: 'one digit changed', change: digit.change, kind: 'tampering' },
      envelope(JSON.stringify(digit.payload)),
      false,
    ),
    look(
      {
        title: 'the verdict given twice',
        change: `"verdict" once as ${other} and once as ${certificate.verdict}: many readers see only one of them`,
        kind: 'tampering',
      },
      envelope(`{"verdict":"${other}",${JSON.stringify(certificate).slice(1)}`),
      false,
    ),
    look(
      {
        title: 'changed, and signed again',
        change: `${digit.change}, and the whole signed again with another key`,
        kind: 'tampering',
      },
      JSON.stringify(signCertificate(digit.payload, stranger)),
      true,
    ),
  ];
}

function attemptOf(it: Trial, document: string, pinnedKey: string | KeyHistory, withoutKey: boolean): Attempt {
  const found = verifyCertificate(document, { pinnedKey });
  const accepted = found.outcome !== 'invalid';
  return {
    ...it,
    on: 'certificate',
    accepted,
    finding: found.reason,
    outcome: found.outcome === 'invalid' ? found.code : found.outcome,
    by: found.outcome === 'invalid' ? (CATCHERS[found.code] ?? found.code) : 'signature and pinned key',
    unaided: withoutKey
      ? `without a pinned key, the answer is: ${verifyCertificate(document).outcome.replaceAll('_', ' ')}`
      : null,
  };
}

function envelopeOf(text: string): object {
  const envelope: unknown = JSON.parse(text);
  return typeof envelope === 'object' && envelope !== null ? envelope : {};
}

/** @throws CommandError if the certificate does not verify as it is */
export function validCertificate(text: string, pinnedKey: string | KeyHistory | undefined): ValidCertificate {
  const found = verifyCertificate(text, pinnedKey === undefined ? {} : { pinnedKey });
  if (found.outcome !== 'invalid') return found;
  throw new CommandError(
    `there is nothing to tamper with: the certificate does not verify as it is (${found.reason})`,
    found.code === 'other-key' ? 'after a rotation: the same with --public-key and the key history' : null,
  );
}
