// What the audit log costs, on this machine, in one run: durable records per second and latency at 1, 16 and 256 clients,
// against a bare write + fdatasync loop over the same lines on the same disk; then a large log, verified against sha256sum
// over the same bytes, and searched. Every round measures all of them one after the other; ratios are medians of those
// within a round, so that what else the machine does falls on both sides.
// Run: npx tsc -b libs/audit-chain && node apps/cert-service/benchmarks/audit-log.cjs [--seconds 1] [--rounds 5] [--records 1000000]
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

const { values } = parseArgs({ options: { seconds: { type: 'string' }, rounds: { type: 'string' }, records: { type: 'string' } } });
const SECONDS = Number(values.seconds ?? 1);
const ROUNDS = Number(values.rounds ?? 5);
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
  return { perSecond: records / seconds, p50: (seconds * 1000 * batch) / records, p99: null };
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

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

function row(name, count, found, bases) {
  const of = (key) => median(found.map((it) => it[key]));
  const ms = (value) => (value === null ? '      -' : `${value.toFixed(2).padStart(7)} ms`);
  const ratio = median(found.map(({ perSecond }, round) => perSecond / bases[round].perSecond));
  console.log(`${name.padEnd(38)} ${String(count).padStart(4)}  ${of('perSecond').toFixed(0).padStart(8)}/s   p50 ${ms(of('p50'))}   p99 ${ms(of('p99'))}   ${(ratio * 100).toFixed(0).padStart(4)} % of bare`);
}

/** Two logs, each with one writer: in this process, and in its own behind NATS. */
async function appending(near, far) {
  const inside = await near.replica();
  await (await far.child()).untilLeading();
  const send = (entries) => far.rpc.call(appendAudit, { entries }, { principal: GATEWAY });
  console.log(`clients append single records, ${ROUNDS} rounds of ${SECONDS} s; medians`);
  for (const count of CLIENTS) {
    const ways = {
      'bare write + fdatasync': () => bare(near.directory, count),
      'inside the writer': () => clients(count, (entry) => inside.app.get(AUDIT_LOG).append([entry])),
      'over NATS, a call for each': () => clients(count, (entry) => send([entry])),
      'over NATS, as a gateway gathers them': () => clients(count, gathering(send)),
    };
    const found = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
    for (let round = 0; round < ROUNDS; round += 1) for (const [way, measure] of Object.entries(ways)) found[way].push(await measure());
    for (const way of Object.keys(ways)) row(way, count, found[way], found['bare write + fdatasync']);
  }
  await Promise.all([near.stopReplicas(), far.stopReplicas()]);
}

async function writeLarge(directory) {
  const writer = await AuditLogWriter.open(directory, { now: () => new Date() });
  for (let at = 0; at < RECORDS; at += 4000) {
    await writer.append(Array.from({ length: 4000 }, (_, n) => numbered(at + n, at === 40_000 && n === 7 ? { actor: 'rare' } : {})));
  }
  await writer.close();
}

async function timed(run) {
  const started = performance.now();
  await run();
  return (performance.now() - started) / 1000;
}

async function reading(cluster) {
  const directory = join(cluster.directory, 'large');
  mkdirSync(directory);
  await writeLarge(directory);
  const files = readdirSync(directory).filter((it) => it.endsWith('.jsonl')).map((it) => join(directory, it));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  console.log(`a log of ${RECORDS} records, ${(bytes / 1e6).toFixed(0)} MB in ${files.length} files; medians of ${ROUNDS} rounds`);
  const ways = { sha256sum: () => execFileSync('sha256sum', files), 'verified, 1 thread': () => verifyLog(directory, { threads: 1 }), 'verified, 2 threads': () => verifyLog(directory, { threads: 2 }) };
  const found = Object.fromEntries(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < ROUNDS; round += 1) for (const [way, run] of Object.entries(ways)) found[way].push(await timed(run));
  for (const [way, seconds] of Object.entries(found)) {
    const ratio = median(seconds.map((it, round) => found.sha256sum[round] / it));
    console.log(`${way.padEnd(20)} ${(bytes / median(seconds) / 1e6).toFixed(0).padStart(6)} MB/s ${(RECORDS / median(seconds)).toFixed(0).padStart(9)} lines/s ${(ratio * 100).toFixed(0).padStart(4)} % of sha256sum`);
  }
  await searching(cluster, directory);
}

async function searching(cluster, directory) {
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
    const seconds = [];
    for (let round = 0; round < ROUNDS; round += 1) seconds.push(await timed(async () => { pages = await search(query); }));
    console.log(`${what.padEnd(28)} ${(median(seconds) * 1000).toFixed(0).padStart(6)} ms in ${pages} page${pages > 1 ? 's' : ''}`);
  }
}

async function main() {
  const [near, far] = [await AuditCluster.start(), await AuditCluster.start()];
  try {
    await appending(near, far);
    await reading(far);
  } finally {
    await near.stop();
    await far.stop();
  }
}

void main();
