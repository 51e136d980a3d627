import { createHash } from 'node:crypto';
import { canonicalText, sha256Digest, SigningKey } from '@svc/audit-chain';
import { payload, PIN, signed, type Vector, withMembers } from '../vector';

/** The key of the issuer's audit log, and that of another log. */
const logSigner = SigningKey.fromSeed(Buffer.alloc(32, 0x44));
const otherSigner = SigningKey.fromSeed(Buffer.alloc(32, 0x55));
const ORIGIN = 'log.example/audit';

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const keyId = (name: string, key: SigningKey): Buffer => sha256(`${name}\n`, Buffer.of(1), key.publicKey.bytes).subarray(0, 4);
const verifierKey = (key: SigningKey, name = ORIGIN): string => `${name}+${keyId(name, key).toString('hex')}+${Buffer.concat([Buffer.of(1), key.publicKey.bytes]).toString('base64')}`;

const LOG_KEY = verifierKey(logSigner);

const entry = (seq: number, over: object): string =>
  canonicalText({
    action: 'http.get', actor: 'ada', at: `2026-03-01T09:00:0${seq}.000Z`, detail: {}, duration_us: 900, id: `00000000-0000-4000-8000-00000000000${seq}`, method: 'GET', outcome: 'ok', prev: '0'.repeat(64), route: '/api', seq,
    status: 200, target: null, trace_id: 'f'.repeat(32), v: 1, ...over,
  });
const CLAIM = sha256Digest({ question: payload.question, ...payload.claim });
const declaration = (seq: number, over: object = {}): string => entry(seq, { action: 'derivation.put', method: 'PUT', target: { type: 'derivation', name: 'regional_delay' }, detail: { claim: CLAIM }, ...over });
const registration = (seq: number, over: object = {}): string => entry(seq, { action: 'dataset.register', method: 'POST', status: 201, detail: { dataset: 'flights', data: `sha256:${'e'.repeat(64)}` }, ...over });

const leaf = (line: string): Buffer => sha256(Buffer.of(0), line);
const node = (left: Uint8Array, right: Uint8Array): Buffer => sha256(Buffer.of(1), left, right);
const below = (n: number): number => 2 ** Math.floor(Math.log2(n - 1));
const root = (leaves: readonly Buffer[]): Buffer => (leaves.length === 1 ? (leaves[0] ?? Buffer.alloc(0)) : node(root(leaves.slice(0, below(leaves.length))), root(leaves.slice(below(leaves.length)))));
/** RFC 6962 §2.1.1. */
function path(index: number, leaves: readonly Buffer[]): Buffer[] {
  if (leaves.length === 1) return [];
  const k = below(leaves.length);
  return index < k ? [...path(index, leaves.slice(0, k)), root(leaves.slice(k))] : [...path(index - k, leaves.slice(k)), root(leaves.slice(0, k))];
}

function checkpoint(lines: readonly string[], key = logSigner, name = ORIGIN, size = lines.length, over = root(lines.map(leaf))): string {
  const text = `${name}\n${size}\n${over.toString('base64')}\n`;
  return `${text}\n— ${name} ${Buffer.concat([keyId(name, key), key.sign(Buffer.from(text))]).toString('base64')}\n`;
}

function proof(index: number, lines: readonly string[], note = checkpoint(lines), line = lines[index] ?? '', hashes = path(index, lines.map(leaf))): string {
  return ['c2sp.org/tlog-proof@v1', `extra ${Buffer.from(line).toString('base64')}`, `index ${index}`, ...hashes.map((each) => each.toString('base64')), '', note].join('\n');
}

const LINES = [entry(0, {}), declaration(1), entry(2, {}), registration(3), entry(4, {}), entry(5, {}), entry(6, {})];
const member = (over: object = {}, lines: readonly string[] = LINES): object => ({ log_key: LOG_KEY, claim: proof(1, lines), data: { flights: proof(3, lines) }, ...over });
const content = (over: object = {}, lines: readonly string[] = LINES): object => withMembers({ preregistration: member(over, lines) });

function proven(name: string, about: string, given: object, logKey: string | undefined): Vector {
  const base = { name: `valid-preregistration-${name}`, about, document: signed(given), publicKey: PIN };
  const preregistration = logKey === undefined ? 'self_consistent' : 'proven';
  return { ...base, ...(logKey === undefined ? {} : { logKey }), expect: { outcome: 'trusted', digest: sha256Digest(given), preregistration } };
}

const refusedAs = (code: string, name: string, about: string, given: object, logKey: string | null = LOG_KEY): Vector => ({
  name: `${code}-${name}`, about, document: signed(given), publicKey: PIN, ...(logKey === null ? {} : { logKey }), expect: { outcome: 'invalid', code },
});
const wrong = (name: string, about: string, over: object, lines: readonly string[] = LINES): Vector => refusedAs('wrong-preregistration', name, about, content(over, lines));
const malformed = (name: string, about: string, preregistration: unknown): Vector => refusedAs('malformed-preregistration', name, about, withMembers({ preregistration }));

const swapped = [entry(0, {}), registration(1), entry(2, {}), declaration(3)];
const replaced = (at: number, line: string): string[] => LINES.map((each, index) => (index === at ? line : each));
const longer = [...LINES, entry(7, {})];
const two = withMembers({ data: { ...payload.data, inputs: { ...payload.data.inputs, airports: `sha256:${'9'.repeat(64)}` } }, preregistration: member() });
const spoiled = (text: string): string => text.replace(/(— \S+ .{20})(.)/, (_, before: string, letter: string) => `${before}${letter === 'A' ? 'B' : 'A'}`);

export const preregistrationVectors: readonly Vector[] = [
  proven('proven', 'The claim was declared as record 1 and the data registered as record 3, by the pinned key of the log.', content(), LOG_KEY),
  proven('no-log-key-pinned', 'Without a pinned key of the log the proofs are consistent with themselves.', content(), undefined),
  { name: 'valid-log-key-pinned-no-preregistration', about: 'A pinned key of the log asks for no preregistration.', document: signed(withMembers({})), publicKey: PIN, logKey: LOG_KEY, expect: { outcome: 'trusted', digest: sha256Digest(withMembers({})) } },
  proven('first-and-last', 'The first record and the last.', content({ claim: proof(0, [declaration(0), registration(1)]), data: { flights: proof(1, [declaration(0), registration(1)]) } }), LOG_KEY),
  malformed('null', 'Null is no preregistration.', null),
  malformed('list', 'A list.', []),
  malformed('claim-missing', 'No proof of the claim.', { log_key: LOG_KEY, data: {} }),
  malformed('data-list', 'Proofs without names.', { log_key: LOG_KEY, claim: proof(1, LINES), data: [proof(3, LINES)] }),
  malformed('log-key', 'A key that is no verifier key.', { log_key: PIN, claim: proof(1, LINES), data: {} }),
  malformed('log-key-id', 'A key id that belongs to another name.', { ...member(), log_key: LOG_KEY.replace('log.example', 'log.example.org') }),
  malformed('log-key-line-feed', 'A line feed behind the key: every key has one text.', { ...member(), log_key: `${LOG_KEY}\n` }),
  malformed('log-key-weak', 'A key of small order, under which one signature fits everything.', { ...member(), log_key: `${ORIGIN}+${sha256(`${ORIGIN}\n`, Buffer.of(1), Buffer.alloc(32)).subarray(0, 4).toString('hex')}+${Buffer.concat([Buffer.of(1), Buffer.alloc(32)]).toString('base64')}` }),
  refusedAs('other-log', 'other-key', 'Sound proofs of a log that somebody else keeps.', content({ log_key: verifierKey(otherSigner), claim: proof(1, LINES, checkpoint(LINES, otherSigner)), data: { flights: proof(3, LINES, checkpoint(LINES, otherSigner)) } })),
  wrong('signed-by-another-key', 'It names the log, but another key has signed the checkpoint.', { claim: proof(1, LINES, checkpoint(LINES, otherSigner)), data: { flights: proof(3, LINES, checkpoint(LINES, otherSigner)) } }),
  wrong('another-origin', 'The log’s key has signed under another name.', { claim: proof(1, LINES, checkpoint(LINES, logSigner, 'other.example')), data: { flights: proof(3, LINES, checkpoint(LINES, logSigner, 'other.example')) } }),
  wrong('spoiled-signature', 'One bit of the signature of the checkpoint is changed.', { claim: spoiled(proof(1, LINES)), data: { flights: spoiled(proof(3, LINES)) } }),
  refusedAs('wrong-preregistration', 'spoiled-signature-not-pinned', 'The same with no key of the log pinned: a false proof is refused all the same.', content({ claim: spoiled(proof(1, LINES)), data: { flights: spoiled(proof(3, LINES)) } }), null),
  wrong('swapped-moments', 'The data were registered first: record 1, and the claim declared as record 3.', { claim: proof(3, swapped), data: { flights: proof(1, swapped) } }),
  wrong('same-record', 'The record of the declaration shown for the data.', { data: { flights: proof(1, LINES) } }),
  wrong('forged-index', 'The declaration is shown at an index that it does not have.', { claim: proof(3, swapped).replace('index 3', 'index 0'), data: { flights: proof(1, swapped) } }),
  wrong('forged-line', 'A record that is not in the tree, with the path of one that is.', { claim: proof(1, LINES, checkpoint(LINES), declaration(1, { actor: 'eve' })) }),
  wrong('wrong-root', 'The checkpoint commits to another root.', { claim: proof(1, LINES, checkpoint(LINES, logSigner, ORIGIN, 7, root(longer.map(leaf)))), data: { flights: proof(3, LINES, checkpoint(LINES, logSigner, ORIGIN, 7, root(longer.map(leaf)))) } }),
  wrong('wrong-size', 'The checkpoint commits to more records than the path is for.', { claim: proof(1, LINES, checkpoint(LINES, logSigner, ORIGIN, 40)), data: { flights: proof(3, LINES, checkpoint(LINES, logSigner, ORIGIN, 40)) } }),
  wrong('sibling-missing', 'A path without its last hash.', { claim: proof(1, LINES, checkpoint(LINES), LINES[1], path(1, LINES.map(leaf)).slice(0, -1)) }),
  wrong('two-checkpoints', 'Each proof holds, but against another checkpoint: two views of a log show no order.', { claim: proof(1, longer) }),
  wrong('another-claim', 'Another claim was declared then.', {}, replaced(1, declaration(1, { detail: { claim: `sha256:${'0'.repeat(64)}` } }))),
  wrong('another-derivation', 'That claim was declared for another derivation.', {}, replaced(1, declaration(1, { target: { type: 'derivation', name: 'other' } }))),
  wrong('refused-declaration', 'The declaration was refused.', {}, replaced(1, declaration(1, { outcome: 'refused', status: 409 }))),
  wrong('another-action', 'The record is of a preview, not of a declaration.', {}, replaced(1, declaration(1, { action: 'derivation.describe' }))),
  wrong('another-data', 'Other data were registered then.', {}, replaced(3, registration(3, { detail: { data: `sha256:${'0'.repeat(64)}` } }))),
  wrong('refused-registration', 'The registration was refused.', {}, replaced(3, registration(3, { outcome: 'refused', status: 400 }))),
  wrong('not-canonical', 'A line of the log that is not in canonical form.', {}, replaced(1, ` ${declaration(1)}`)),
  wrong('another-seq', 'A record that says it has another number.', {}, replaced(1, declaration(2))),
  refusedAs('wrong-preregistration', 'no-inputs', 'A certificate without inputs can prove nothing about when they were registered.', withMembers({ data: { ...payload.data, inputs: {} }, preregistration: member({ data: {} }) })),
  refusedAs('wrong-preregistration', 'input-missing', 'Two inputs, and a proof for one.', two),
  wrong('input-too-many', 'A proof for an input that there is not.', { data: { flights: proof(3, LINES), airports: proof(3, LINES) } }),
  wrong('input-of-another-name', 'A proof under another name.', { data: { airports: proof(3, LINES) } }),
  wrong('no-proof', 'A text that is no proof.', { claim: 'trust me' }),
  wrong('proof-of-another-version', 'A proof of a format that is not known.', { claim: proof(1, LINES).replace('@v1', '@v2') }),
];
