import type { Certificate } from '@svc/contracts';
import { z } from 'zod';
import type { Fact } from './certificate-page';
import { instantWords } from './instant-words';
import { countWords } from './number-words';
import { printable } from './printable';

type Payload = Certificate['certificate'];

/** Inputs beyond these are counted, not listed. */
const MAX_INPUTS = 3;

/** Issuer, time, rules, and the hashes that identify code, data and certificate. */
export function identityFacts(certificate: Payload, digest: string, publicUrl: string): Fact[] {
  const { oracle, code, data, certified_by, derivation_version, run_at, issued_at, public_key } = certificate;
  return [
    words('Run', `by ${certified_by.actor} on ${instantWords(run_at)}, giving ${countWords(data.rows)} rows`),
    words('Signed', `by ${certified_by.issuer} on ${instantWords(issued_at)}`),
    ...preregistrationFacts(certificate['preregistration']),
    words(
      'Judged by',
      `oracle ${oracle.version}, policy ${oracle.policy}, level ${oracle.alpha}, attempt ${countWords(oracle.attempts)} on these data${looksWords(oracle['looks'])}`,
    ),
    ...sampleFacts(oracle['sample'], data.hash),
    words('Its error rates', oracle.error_rates ?? 'are not published for claims of this kind'),
    hash('Certificate', digest),
    hash('Data', data.hash),
    ...inputFacts(data.inputs),
    hash('Code', code.hash),
    hash('Source file', code.source_hash),
    hash('Environment', code.environment),
    hash('Version', derivation_version),
    hash('Public key', public_key),
    ...pictureFacts(certificate, publicUrl),
  ];
}

/** The proofs themselves are long, and cannot be verified from a page anyway. */
function preregistrationFacts(stated: unknown): Fact[] {
  return stated === undefined
    ? []
    : [words('Preregistered', 'claim declared before its data; the JSON has the proofs')];
}

const sample = z.object({ rows: z.int(), of: z.int(), by: z.string().nullable(), seed: z.string() });

/** Only where not every row was judged. */
function sampleFacts(stated: unknown, dataHash: string): Fact[] {
  const found = sample.safeParse(stated);
  if (!found.success) return [];
  const { rows, of, by, seed } = found.data;
  const drawn = `by a seed, ${seed === dataHash ? 'the hash of the data' : seed}; ${by === null ? 'each row by itself' : `rows of one ${by} together`}`;
  return [
    words('Judged on', `a sample of ${countWords(rows)} of the ${countWords(of)} rows`),
    words('Sample drawn', drawn),
  ];
}

const evidence = z.object({ run: z.uuid(), pictures: z.string() });

/** Where to see the diagnostics; a link where the service has a public address. */
function pictureFacts({ derivation, evidence: stated }: Payload, publicUrl: string): Fact[] {
  const found = evidence.safeParse(stated);
  if (!found.success) return [];
  const { run } = found.data;
  const fact = words('Pictures', `of run ${run}: svc derivation pictures`);
  return [
    publicUrl === ''
      ? fact
      : { ...fact, link: `${publicUrl}/api/derivations/${encodeURIComponent(derivation)}/runs/${run}/pictures` },
  ];
}

/** Previews count no attempt, but readers of the verdict should know about them. */
function looksWords(looks: unknown): string {
  return typeof looks === 'number' && looks > 0 ? `, after ${countWords(looks)} ${looks === 1 ? 'look' : 'looks'}` : '';
}

function inputFacts(inputs: Payload['data']['inputs']): Fact[] {
  const all = Object.entries(inputs);
  const facts = all.slice(0, MAX_INPUTS).map(([name, value]) => hash(`Input\u00a0${name}`, value));
  return all.length > MAX_INPUTS
    ? [...facts, words('More inputs', `${countWords(all.length - MAX_INPUTS)} in the JSON`)]
    : facts;
}

function words(label: string, value: string): Fact {
  return { label, value: printable(value, 160), isCode: false };
}

function hash(label: string, value: string): Fact {
  return { label: printable(label, 40), value: printable(value, 160), isCode: true };
}
