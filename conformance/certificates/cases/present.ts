import { sha256Digest } from '@svc/audit-chain';
import { type Expected, payload, PIN, type Present, retired, signed, stranger, type Vector, withMembers } from '../vector';

const { derivation, question, claim, code, data, derivation_version } = payload;
const same: Present = { derivation, question, claim, code, data, derivation_version, public_keys: [PIN] };
const other = `sha256:${'9'.repeat(64)}` as const;
const content = withMembers({});
const digest = sha256Digest(content);

const compared = (name: string, about: string, current: Present, expect: Expected, document = signed(content)): Vector => ({ name: `present-${name}`, about, document, publicKey: PIN, current, expect });
const stale = (name: string, about: string, over: Partial<Present>, ...moved: string[]): Vector => compared(name, about, { ...same, ...over }, { outcome: 'stale', moved, digest });
const matches = (name: string, about: string, over: Partial<Present>): Vector => compared(name, about, { ...same, ...over }, { outcome: 'matches', digest });

export const presentVectors: readonly Vector[] = [
  matches('same', 'Nothing has moved.', {}),
  matches('reordered', 'The same state, with members in another order.', { claim: { declared: claim.declared, roles: { value: 'arr_delay', group: 'carrier_type' }, kind: claim.kind } }),
  matches('source-file', 'Another part of the file was edited: `source_hash` is not compared.', { code: { ...code, source_hash: other } }),
  matches('rows-unknown', '`rows` follows from the data hash and is not compared.', { data: { ...data, rows: null } }),
  stale('output', 'The output is another one.', { data: { ...data, hash: other } }, 'data'),
  stale('input', 'An input is another one; the version says so too, and is explained by it.', { data: { ...data, inputs: { flights: other } }, derivation_version: other }, 'data'),
  stale('input-added', 'An input was added.', { data: { ...data, inputs: { ...data.inputs, weather: other } }, derivation_version: other }, 'data'),
  stale('code', 'The code is another one.', { code: { ...code, hash: other }, derivation_version: other }, 'code'),
  stale('environment', 'The environment is another one.', { code: { ...code, environment: other }, derivation_version: other }, 'environment'),
  stale('parameters', 'The version is another one, and nothing else explains it.', { derivation_version: other }, 'parameters'),
  stale('output-and-parameters', 'Another output does not explain another version: outputs are no part of it.', { data: { ...data, hash: other }, derivation_version: other }, 'data', 'parameters'),
  stale('question', 'Another question is asked.', { question: 'Mainline carriers are later' }, 'claim'),
  stale('claim', 'Another fact is declared.', { claim: { ...claim, declared: {} } }, 'claim'),
  stale('everything', 'Everything moved, named in this order.', { data: { ...data, hash: other, inputs: {} }, code: { hash: other, environment: null, source_hash: null }, question: '?', derivation_version: other }, 'data', 'code', 'environment', 'claim'),
  compared('other-derivation', 'Authentic, and about another derivation than the one asked for.', { ...same, derivation: 'mainline_delay' }, { outcome: 'other_derivation', digest }),
  compared('other-instance', 'Pinned by the caller, and never a key of this instance.', { ...same, public_keys: [stranger.publicKey.base64] }, { outcome: 'other_instance', digest }),
  compared('other-instance-first', 'Another instance, and everything moved: the key is looked at first.', { ...same, derivation: 'x', question: '?', public_keys: [] }, { outcome: 'other_instance', digest }),
  compared('retired-key', 'A retired key of this instance is one of its keys.', { ...same, public_keys: [retired.publicKey.base64, PIN] }, { outcome: 'matches', digest }),
  compared('changed-and-stale', 'A changed certificate is refused before the present is looked at.', { ...same, question: '?' }, { outcome: 'invalid', code: 'wrong-signature' }, signed(content).replace('3.25', '3.26')),
];
