// Certificates issued and verified per second against bare node:crypto over the same bytes.
// Run: tsc -b libs/audit-chain && node libs/audit-chain/benchmarks/certificates.mjs
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { canonicalize, signCertificate, SigningKey, verifyCertificate } from '../dist/index.js';

const hash = (digit) => `sha256:${digit.repeat(64)}`;
const payload = {
  derivation: 'regional_delay', question: 'Regional carriers are later', verdict: 'sound',
  claim: { kind: 'comparison', roles: { group: 'carrier_type', value: 'arr_delay' }, declared: { unit: 'flight' } },
  estimate: { value: 3.25, label: 'difference of means', unit: 'minutes', interval: { level: 0.995, low: 2.5, high: 4 }, n: 12000 },
  adjusted_for: ['month'],
  gates: Array.from({ length: 8 }, (_, at) => ({ name: `gate-${at}`, verdict: 'sound', statistic: at / 7, threshold: 0.5, n: 12000, seed: null, detail: 'nothing was found that explains the effect away' })),
  skipped: [{ name: 'sample-ratio', reason: 'the claim declares no intended split' }],
  oracle: { version: '0.1.0', policy: 'auto', alpha: 0.005, attempts: 1, error_rates: null },
  code: { hash: hash('a'), environment: hash('b'), source_hash: hash('c') },
  data: { hash: hash('d'), rows: 12000, inputs: { flights: hash('e') } },
  derivation_version: hash('f'), certified_by: { issuer: 'example', actor: 'ada' },
  run_at: '2026-03-01T10:00:00.000000Z', issued_at: '2026-03-01T10:00:01.123456Z',
};
const key = SigningKey.fromSeed(Buffer.alloc(32, 1));
const text = JSON.stringify(signCertificate(payload, key));
const bytes = canonicalize(JSON.parse(text).certificate);
const bare = generateKeyPairSync('ed25519');
const signature = sign(null, bytes, bare.privateKey);

function perSecond(run) {
  for (let at = 0; at < 200; at += 1) run();
  const start = performance.now();
  let runs = 0;
  for (; performance.now() - start < 2000; runs += 1) run();
  return runs / ((performance.now() - start) / 1000);
}

console.log(`payload of ${bytes.length} bytes            per second   of bare node:crypto`);
for (const [name, ours, base] of [
  ['issue ', () => signCertificate(payload, key), () => sign(null, bytes, bare.privateKey)],
  ['verify', () => verifyCertificate(text, { pinnedKey: key.publicKey }), () => verify(null, bytes, bare.publicKey, signature)],
]) {
  const [a, b] = [perSecond(ours), perSecond(base)];
  console.log(`${name}   ${a.toFixed(0).padStart(37)}   ${(a / b).toFixed(2).padStart(19)}`);
}
