// Certificates issued and verified per second beside bare node:crypto over the same bytes, and what the rest costs.
// Run: npx tsc -b libs/audit-chain apps/cert-service && node conformance/certificates/benchmark.mjs [python of the kit]
import { execFileSync } from 'node:child_process';
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  canonicalize,
  parseJson,
  signCertificate,
  SigningKey,
  verifyCertificate,
} from '../../libs/audit-chain/dist/index.js';

const ROUNDS = 9;
const ROUND_MS = 150;

const folder = new URL('.', import.meta.url);
const text = readFileSync(new URL('vectors/valid-plain.json', folder), 'utf8');
const certificate = JSON.parse(text);
const { public_key: pinnedKey, ...payload } = certificate.certificate;
const bytes = canonicalize(certificate.certificate);
const signature = Buffer.from(certificate.signature.value, 'base64');
const key = SigningKey.fromSeed(Buffer.alloc(32, 0x11));
const bareKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 0x11)]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(bareKey);
const spki = publicKey.export({ format: 'der', type: 'spki' });
const bareVerify = () => verify(null, bytes, publicKey, signature);
const bareSign = () => sign(null, bytes, bareKey);

function perSecond(run) {
  const start = performance.now();
  let runs = 0;
  for (; performance.now() - start < ROUND_MS; runs += 1) run();
  return (runs * 1000) / (performance.now() - start);
}

/** Medians of rounds taken in turns, so that whatever else the machine does slows both alike. */
function compare(ours, base) {
  for (const run of [ours, base]) perSecond(run);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const [a, b] = [perSecond(ours), perSecond(base)];
    return { a, b, ratio: a / b };
  });
  const median = (name) => rounds.map((each) => each[name]).sort((x, y) => x - y)[ROUNDS >> 1];
  return { a: median('a'), b: median('b'), ratio: median('ratio') };
}

function row(name, ours, base, of) {
  const { a, b, ratio } = compare(ours, base);
  console.log(
    `${name.padEnd(34)} ${a.toFixed(0).padStart(9)} ${b.toFixed(0).padStart(12)} ${ratio.toFixed(2).padStart(7)}   ${of}`,
  );
}

const { publicKey: pin } = key;
console.log(`${bytes.length} canonical bytes, one thread       per second  node:crypto   ratio`);
row('issue', () => signCertificate(payload, key), bareSign, 'of sign');
row(
  'verify, key read once',
  () => verifyCertificate(text, { pinnedKey: pin }),
  bareVerify,
  'of verify, key imported once',
);
row(
  'verify, key as text',
  () => verifyCertificate(text, { pinnedKey }),
  () => verify(null, bytes, createPublicKey({ key: spki, format: 'der', type: 'spki' }), signature),
  'of verify, key imported each time',
);
row('  read the JSON strictly', () => parseJson(text), bareVerify, 'of verify');
row('  canonical bytes', () => canonicalize(certificate.certificate), bareVerify, 'of verify');

const require = createRequire(import.meta.url);
const { composePage } = require('../../apps/cert-service/dist/src/certificate-pdf/page/compose-page.js');
const { printPage } = require('../../apps/cert-service/dist/src/certificate-pdf/print-page.js');
for (const [name, question] of [
  ['Latin', payload.question],
  ['Chinese', '在控制月份、机场、天气和机龄之后，区域航空公司的航班平均延误时间是否仍然更长？'],
]) {
  const page = composePage(
    { ...certificate, certificate: { ...certificate.certificate, question } },
    `sha256:${'0'.repeat(64)}`,
    text,
  );
  await printPage(page);
  const start = process.cpuUsage();
  for (let at = 0; at < 10; at += 1) await printPage(page);
  const { user, system } = process.cpuUsage(start);
  console.log(
    `print one page, ${name.padEnd(18)} ${((user + system) / 10_000).toFixed(0).padStart(9)} ms of CPU, on a thread of its own`,
  );
}

const [, , python] = process.argv;
if (python !== undefined) {
  const line = `${JSON.stringify({ certificate: Buffer.from(text).toString('base64'), public_key: pinnedKey })}\n`;
  const timed = (count) => {
    const start = performance.now();
    execFileSync(python, ['-B', new URL('verify.py', folder).pathname, '--batch'], {
      input: line.repeat(count),
      maxBuffer: 1 << 28,
    });
    return performance.now() - start;
  };
  console.log(
    `${'verify.py'.padEnd(34)} ${((3000 * 1000) / (timed(3100) - timed(100))).toFixed(0).padStart(9)} per second`,
  );
}
