// Durable records per second at 1, 16 and 256 clients, against a bare write + fdatasync loop over the same lines in
// batches of the same size, on the same disk. Run: tsc -b libs/audit-chain && node libs/audit-chain/benchmarks/append.mjs
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuditLogWriter } from '../dist/index.js';

const SECONDS = Number(process.env.SECONDS ?? 3);
const directory = mkdtempSync(join(process.env.BENCH_DIR ?? tmpdir(), 'audit-bench-'));

function entry() {
  return {
    id: randomUUID(), at: '2026-03-01T10:00:00.123456Z', actor: 'ada', action: 'metric.query', method: 'POST',
    route: '/api/metrics/{name}/query', target: { type: 'metric', name: 'arrival_delay' }, outcome: 'ok', status: 200,
    duration_us: 1234, trace_id: '4bf92f3577b34da6a3ce929d0e0e4736', detail: { cached: false },
  };
}

async function throughLog(clients) {
  const writer = await AuditLogWriter.open(join(directory, `log-${clients}`), { now: () => new Date() });
  const end = performance.now() + SECONDS * 1000;
  const latencies = [];
  const client = async () => {
    while (performance.now() < end) {
      const start = performance.now();
      await writer.append([entry()]);
      latencies.push(performance.now() - start);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - start) / 1000;
  await writer.close();
  latencies.sort((a, b) => a - b);
  return { perSecond: latencies.length / seconds, p50: latencies[latencies.length >> 1], p99: latencies[Math.floor(latencies.length * 0.99)] };
}

async function bare(batch) {
  const lines = Buffer.from(`${JSON.stringify({ ...entry(), seq: 123456, v: 1, prev: '0'.repeat(64) })}\n`.repeat(batch));
  const file = await open(join(directory, `bare-${batch}`), 'w');
  const start = performance.now();
  let records = 0;
  while (performance.now() - start < SECONDS * 1000) {
    await file.write(lines);
    await file.datasync();
    records += batch;
  }
  const perSecond = records / ((performance.now() - start) / 1000);
  await file.close();
  return perSecond;
}

console.log('clients   records/s   p50 ms   p99 ms   bare loop/s (batches of as many)   ratio');
for (const clients of [1, 16, 256]) {
  const base = await bare(clients);
  const { perSecond, p50, p99 } = await throughLog(clients);
  console.log(`${String(clients).padStart(7)}   ${perSecond.toFixed(0).padStart(9)}   ${p50.toFixed(2).padStart(6)}   ${p99.toFixed(2).padStart(6)}   ${base.toFixed(0).padStart(32)}   ${(perSecond / base).toFixed(2).padStart(5)}`);
}
const single = await bare(1);
console.log(`bare loop, one record per sync: ${single.toFixed(0)}/s`);
rmSync(directory, { recursive: true });
