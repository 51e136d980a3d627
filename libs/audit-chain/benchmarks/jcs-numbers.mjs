// The published sequence of doubles, generated and written canonically, by checksum: 1,000, 10,000 and 1,000,000 lines.
// Run: tsc -b libs/audit-chain && node libs/audit-chain/benchmarks/jcs-numbers.mjs
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { canonicalText, parseJson } from '../dist/index.js';

const EXPECTED = new Map([
  [1_000, 'be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687'],
  [10_000, 'b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892'],
  [1_000_000, '49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16'],
]);

/** Bit patterns of the fixed head, read from the vectors, then the generated tail. */
function* doubles() {
  const head = readFileSync(new URL('../../../../shared/vectors/jcs/es6-numbers-10000.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split(',')[0]);
  const generated = tail();
  const first = generated.next().value;
  const fixed = head.slice(0, head.indexOf(first));
  yield* fixed;
  yield first;
  yield* generated;
}

/** SHA-256 over a 32-byte block again and again, each digest read as four little-endian doubles. */
function* tail() {
  for (let block = Buffer.alloc(32); ;) {
    block = createHash('sha256').update(block).digest();
    for (let at = 0; at < 32; at += 8) {
      const value = block.readDoubleLE(at);
      if (value !== 0 && Number.isFinite(value)) yield block.readBigUInt64LE(at).toString(16);
    }
  }
}

const digest = createHash('sha256');
const bits = Buffer.alloc(8);
let count = 0;
let failed = false;
for (const hex of doubles()) {
  bits.writeBigUInt64BE(BigInt(`0x${hex}`));
  const text = canonicalText(bits.readDoubleBE());
  if (canonicalText(parseJson(text)) !== text) throw new Error(`${text} does not come back`);
  digest.update(`${hex},${text}\n`);
  count += 1;
  if (!EXPECTED.has(count)) continue;
  const found = digest.copy().digest('hex');
  failed ||= found !== EXPECTED.get(count);
  console.log(`${String(count).padStart(9)}  ${found}  ${found === EXPECTED.get(count) ? 'as published' : 'WRONG'}`);
  if (count === 1_000_000) break;
}
process.exitCode = failed ? 1 : 0;
