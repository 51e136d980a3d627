// Verification of a whole log against sha256sum over the same bytes.
// Run: tsc -b libs/audit-chain && node libs/audit-chain/benchmarks/verify.mjs
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogWriter, readRecords, verifyLog } from '../dist/index.js';

const RECORDS = Number(process.env.RECORDS ?? 400_000);
const directory = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'audit-bench-'));

function uuid(number) {
  const hex = createHash('sha256').update(String(number)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const writer = await AuditLogWriter.open(directory, { now: () => new Date() });
for (let at = 0; at < RECORDS; at += 4000) {
  await writer.append(Array.from({ length: 4000 }, (_, n) => ({
    id: uuid(at + n), at: new Date(1.77e12 + (at + n) * 1000).toISOString(), actor: (at + n) % 100_000 === 77 ? 'rare' : `user-${(at + n) % 50}`, action: 'metric.query', method: 'POST',
    route: '/api/metrics/{name}/query', target: { type: 'metric', name: `metric_${(at + n) % 30}` }, outcome: 'ok', status: 200,
    duration_us: 1234, trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', detail: { cached: false },
  })));
}
await writer.close();

const files = readdirSync(directory).filter((name) => name.endsWith('.jsonl')).map((name) => join(directory, name));
const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);

async function best(run) {
  const times = [];
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    await run();
    times.push((performance.now() - start) / 1000);
  }
  return Math.min(...times);
}

const reference = await best(() => execFileSync('sha256sum', files));
console.log(`${RECORDS} records, ${(bytes / 1e6).toFixed(0)} MB in ${files.length} segments`);
console.log(`sha256sum            ${(bytes / reference / 1e6).toFixed(0).padStart(6)} MB/s`);
for (const threads of [1, 2]) {
  const seconds = await best(() => verifyLog(directory, { threads }));
  console.log(`verifyLog, ${threads} thread${threads > 1 ? 's' : ' '}  ${(bytes / seconds / 1e6).toFixed(0).padStart(6)} MB/s  ${(RECORDS / seconds).toFixed(0).padStart(8)} lines/s  ${(reference / seconds).toFixed(2)} of sha256sum`);
}
const query = await best(async () => { for await (const record of readRecords(directory, { actor: 'rare' })) void record; });
const scan = await best(async () => { for await (const record of readRecords(directory)) void record; });
console.log(`a rare actor         ${(query * 1000).toFixed(0).padStart(6)} ms, all records ${(scan * 1000).toFixed(0)} ms`);
rmSync(directory, { recursive: true });
