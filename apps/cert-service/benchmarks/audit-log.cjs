// What the audit log costs, on this machine, in one run: durable records per second and latency at 1, 16 and 256 clients,
// against a bare write + fdatasync loop over the same lines on the same disk; then a large log, verified against sha256sum
// over the same bytes, and searched.
// Run: npx tsc -b libs/audit-chain && node apps/cert-service/benchmarks/audit-log.cjs [--seconds 3] [--records 1000000]
require('../../../libs/platform/test/run-typescript.js');
const { execFileSync } = require('node:child_process');
const { mkdirSync, readdirSync, statSync } = require('node:fs');
const { open } = require('node:fs/promises');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { AuditLogWriter, verifyLog } = require('@svc/audit-chain');
const { appendAudit, listAudit } = require('@svc/contracts');
const { AUDIT_LOG } = require('../src/audit/audit.ports.ts');
const { AUDITOR, AuditCluster, GATEWAY } = require('../test/audit-cluster.ts');
const { numbered } = require('../test/audit-entries.ts');

const { values } = parseArgs({ options: { seconds: { type: 'string' }, records: { type: 'string' } } });
const SECONDS = Number(values.seconds ?? 3);
const RECORDS = Number(values.records ?? 1_000_000);
const CLIENTS = [1, 16, 256];
/** Entries of one message of a gateway. */
const GATEWAY_BATCH = 300;
let next = 1;

async function clients(count, append) {
  const latencies = [];
  const started = performance.now();
  const end = started + SECONDS * 1000;
  await Promise.all(Array.from({ length: count }, async () => {
    while (performance.now() < end) {
      const from = performance.now();
      await append(numbered(next++));
      latencies.push(performance.now() - from);
    }
  }));
  const seconds = (performance.now() - started) / 1000;
  latencies.sort((a, b) => a - b);
  return { perSecond: latencies.length / seconds, p50: latencies[latencies.length >> 1], p99: latencies[Math.floor(latencies.length * 0.99)] };
}

/** So many records in each write, each write synced: what the disk gives whoever acknowledges after the sync. */
async function bare(directory, batch) {
  const line = `${JSON.stringify({ ...numbered(1), seq: 123456, v: 1, prev: '0'.repeat(64) })}\n`;
  const lines = Buffer.from(line.repeat(batch));
  const file = await open(join(directory, `bare-${batch}`), 'w');
  const started = performance.now();
  let records = 0;
  while (performance.now() - started < SECONDS * 1000) {
    await file.write(lines);
    await file.datasync();
    records += batch;
  }
  const seconds = (performance.now() - started) / 1000;
  await file.close();
  return { perSecond: records / seconds, p50: (seconds * 1000 * batch) / records, p99: NaN };
}

/** Sends as a gateway does: while one message is under way, the next gathers. */
function gathering(send) {
  let queue = [];
  let sending = false;
  const drain = async () => {
    sending = true;
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const batch = queue.slice(0, GATEWAY_BATCH);
      queue = queue.slice(GATEWAY_BATCH);
      await send(batch.map(({ entry }) => entry));
      for (const { done } of batch) done();
    }
    sending = false;
  };
  return (entry) => new Promise((done) => {
    queue.push({ entry, done });
    if (!sending) void drain();
  });
}

function row(name, count, base, { perSecond, p50, p99 }) {
  const ratio = base === null ? '' : `${((perSecond / base) * 100).toFixed(0)} % of bare`;
  console.log(`${name.padEnd(34)} ${String(count).padStart(4)}  ${perSecond.toFixed(0).padStart(8)}/s   p50 ${p50.toFixed(2).padStart(7)} ms   p99 ${p99.toFixed(2).padStart(7)} ms   ${ratio}`);
}

async function appending(cluster) {
  const send = (entries) => cluster.rpc.call(appendAudit, { entries }, { principal: GATEWAY });
  const bases = new Map();
  console.log(`clients append single records for ${SECONDS} s`);
  for (const count of CLIENTS) {
    const base = await bare(cluster.directory, count);
    bases.set(count, base.perSecond);
    row('bare write + fdatasync', count, null, base);
  }
  const inside = await cluster.replica();
  for (const count of CLIENTS) row('inside the writer', count, bases.get(count), await clients(count, (entry) => inside.app.get(AUDIT_LOG).append([entry])));
  await cluster.stopReplicas();
  await (await cluster.child()).untilLeading();
  for (const count of CLIENTS) row('over NATS, a call for each', count, bases.get(count), await clients(count, (entry) => send([entry])));
  for (const count of CLIENTS) row('over NATS, as a gateway gathers them', count, bases.get(count), await clients(count, gathering(send)));
  await cluster.stopReplicas();
}

async function writeLarge(directory) {
  const writer = await AuditLogWriter.open(directory, { now: () => new Date() });
  for (let at = 0; at < RECORDS; at += 4000) {
    await writer.append(Array.from({ length: 4000 }, (_, n) => numbered(at + n, at === 40_000 && n === 7 ? { actor: 'rare' } : {})));
  }
  await writer.close();
}

async function best(run) {
  const times = [];
  for (let round = 0; round < 3; round += 1) {
    const started = performance.now();
    await run();
    times.push((performance.now() - started) / 1000);
  }
  return Math.min(...times);
}

async function reading(cluster) {
  const directory = join(cluster.directory, 'large');
  mkdirSync(directory);
  await writeLarge(directory);
  const files = readdirSync(directory).filter((it) => it.endsWith('.jsonl')).map((it) => join(directory, it));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`a log of ${RECORDS} records, ${(bytes / 1e6).toFixed(0)} MB in ${files.length} files; best of three`);
  const reference = await best(() => execFileSync('sha256sum', files));
  console.log(`sha256sum             ${(bytes / reference / 1e6).toFixed(0).padStart(7)} MB/s  ${(RECORDS / reference).toFixed(0).padStart(9)} lines/s`);
  for (const threads of [1, 2]) {
    const seconds = await best(() => verifyLog(directory, { threads }));
    console.log(`verified, ${threads} thread${threads > 1 ? 's' : ' '}   ${(bytes / seconds / 1e6).toFixed(0).padStart(7)} MB/s  ${(RECORDS / seconds).toFixed(0).padStart(9)} lines/s   ${((reference / seconds) * 100).toFixed(0)} % of sha256sum`);
  }
  await cluster.child({ SVC_AUDIT_DIR: directory });
  const search = async (query) => {
    let pages = 0;
    for (let cursor; ; pages += 1) {
      const page = await cluster.rpc.call(listAudit, { params: {}, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } }, { principal: AUDITOR });
      if (page.items.length > 0 || page.next_cursor === null) return pages + 1;
      cursor = page.next_cursor;
    }
  };
  for (const [what, query] of [['the newest hundred', {}], ['a rare actor', { actor: 'rare' }], ['an actor that there is not', { actor: 'nobody' }], ['two that never meet', { actor: 'user-1', target: 'metric_2' }]]) {
    let pages = 0;
    const seconds = await best(async () => { pages = await search(query); });
    console.log(`${what.padEnd(28)} ${(seconds * 1000).toFixed(0).padStart(6)} ms in ${pages} page${pages > 1 ? 's' : ''}`);
  }
}

async function main() {
  const cluster = await AuditCluster.start();
  try {
    await appending(cluster);
    await reading(cluster);
  } finally {
    await cluster.stop();
  }
}

void main();
