import type { Certificate, Verdict } from '@svc/contracts';
import { z } from 'zod';
import { type CertificatePage, type CheckLine, type PrintedEstimate } from './certificate-page';
import { identityFacts } from './identity-facts';
import { dayWords } from './instant-words';
import { countWords, decimalsFor, decimalsOf, numberWords, percentWords } from './number-words';
import { participantsOf } from './participants-of';
import { checkName, printable, sentence } from './printable';

type Payload = Certificate['certificate'];

const MEANING: Readonly<Record<Verdict, string>> = {
  sound: 'Every check that applies was run, and none found a defect.',
  unsound: 'A check found a defect: these data do not show what is claimed.',
  inconclusive: 'These data do not settle the question, one way or the other.',
};

/** Longer texts end in an ellipsis on the page; the JSON has all of them. */
const MAX_LENGTH = { question: 900, tested: 600, detail: 420, name: 120, label: 200 } as const;
/** At most this many lines are measured, however many a certificate has. */
const MAX_LINES = 120;
/** More remarks than this would bury the verdict; the JSON has all of them. */
const MAX_REMARKS = 4;

const CLOSING = {
  bold: 'This page is a readable copy: the JSON is the certificate.',
  plain:
    'It is attached to this file. Anyone who has the issuer’s public key from an independent source can check it offline: ' +
    'svc certificate verify <file> --public-key <key>. The QR code contains the digest of what was signed.',
};

/** A certificate for readers without statistics. `text` is the envelope as issued, attached to the file. `publicUrl` may be empty. */
export function composePage(
  { certificate }: Certificate,
  digest: string,
  text: string,
  publicUrl = '',
): CertificatePage {
  const { derivation, verdict, question, gates, skipped, certified_by, issued_at } = certificate;
  const ran = gates.slice(0, MAX_LINES).map((it) => checkLine(it.verdict, it.name, it.detail));
  const notRun = skipped.slice(0, MAX_LINES).map((it) => checkLine('skipped', it.name, it.reason));
  return {
    derivation: printable(derivation, MAX_LENGTH.name),
    issuer: printable(certified_by.issuer, MAX_LENGTH.name),
    day: dayWords(issued_at),
    verdict: { found: verdict, word: sentence(verdict), meaning: MEANING[verdict], cause: causeOf(verdict, ran) },
    question: printable(question, MAX_LENGTH.question),
    tested: testedWords(certificate),
    remarks: remarks(certificate),
    claim: claimWords(certificate),
    estimate: printedEstimate(certificate),
    adjustedFor: adjustedWords(certificate.adjusted_for),
    participants: participantsOf(certificate),
    ran: { heading: `Checks that ran: ${countWords(gates.length)}`, lines: ran, total: gates.length },
    skipped: {
      heading: `Checks that did not run, and why: ${countWords(skipped.length)}`,
      lines: notRun,
      total: skipped.length,
    },
    facts: identityFacts(certificate, digest, publicUrl),
    digest,
    closing: CLOSING,
    missingGlyphs: '\ufffd stands for a character that this page cannot show.',
    document: {
      title: `Certificate: ${printable(question, 200)}`,
      issuedAt: issued_at,
      attachmentName: `${derivation}.certificate.json`,
      attachment: text,
    },
  };
}

const said = z.looseObject({
  tested: z.string().catch(''),
  cautions: z.array(z.string()).catch([]),
  sensitivity: z.array(z.looseObject({ detail: z.string() })).catch([]),
});

function testedWords(certificate: Payload): string {
  const { tested } = said.parse(certificate);
  return tested === '' ? '' : printable(`Tested: ${tested}.`, MAX_LENGTH.tested);
}

function remarks(certificate: Payload): string[] {
  const { cautions, sensitivity } = said.parse(certificate);
  return [...cautions, ...sensitivity.map(({ detail }) => detail)]
    .slice(0, MAX_REMARKS)
    .map((words) => printable(`${sentence(words)}.`, MAX_LENGTH.detail));
}

function checkLine(found: CheckLine['found'], name: string, detail: string): CheckLine {
  return { found, name: checkName(name), detail: printable(detail, MAX_LENGTH.detail) };
}

/** The first check that found what the verdict reports. */
function causeOf(verdict: Verdict, ran: readonly CheckLine[]): string | null {
  if (verdict === 'sound') return null;
  const cause = ran.find((line) => line.found === verdict);
  return cause === undefined ? null : `${cause.name}: ${cause.detail}`;
}

function claimWords({ claim }: Payload): string {
  const roles = Object.entries(claim.roles).map(
    ([role, column]) => `${role}: ${Array.isArray(column) ? listWords(column) : String(column)}`,
  );
  return printable(sentence([claim.kind, ...roles].join(' · ')), 260);
}

function printedEstimate({ estimate }: Payload): PrintedEstimate | null {
  if (estimate === null) return null;
  const { value, interval, n } = estimate;
  const decimals = interval === null ? decimalsOf(value) : decimalsFor(interval.low, interval.high);
  const unit = printable(estimate.unit ?? '', 40);
  const [lowText, highText] =
    interval === null ? ['', ''] : [numberWords(interval.low, decimals), numberWords(interval.high, decimals)];
  return {
    label: printable(estimate.label, MAX_LENGTH.label),
    value,
    valueText: numberWords(value, decimals),
    unit,
    interval:
      interval === null
        ? null
        : {
            words: `Between ${lowText} and ${highText}${unit === '' ? '' : ` ${unit}`}, with ${percentWords(interval.level)} confidence`,
            low: interval.low,
            high: interval.high,
            lowText,
            highText,
          },
    basis: `From ${countWords(n)} observations. Rounded; the JSON has every digit.`,
  };
}

function adjustedWords(columns: readonly string[]): string {
  return columns.length === 0 ? 'Not adjusted for any column' : printable(listWords(columns), 260);
}

/** The count goes first where there are many: the end of a long list may not fit. */
function listWords(items: readonly string[]): string {
  const shown = items.slice(0, 12).join(', ');
  return items.length > 12 ? `${countWords(items.length)} columns: ${shown} …` : shown;
}
