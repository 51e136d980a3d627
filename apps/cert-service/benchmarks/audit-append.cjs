// How many records a second become durable, and how long one takes, at 1, 16 and 256 clients: inside the process of the
// writer, and over NATS, from one gateway. Beside them what the disk gives in the same slices of time: a loop that writes
// and syncs one record after the other, and one that writes and syncs as many at once as there are clients, which no log
// with so many clients can beat. Arms take turns; ratios are medians over rounds.
// Run: npx tsc -b libs/audit-chain && node apps/cert-service/benchmarks/audit-append.cjs [--seconds 0.5] [--rounds 9]
require('../../../libs/platform/test/run-typescript.js');
const { open } = require('node:fs/promises');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { appendAudit } = require('@svc/contracts');
const { inTurn } = require('../../../benchmarks/measure/in-turn.ts');
const { begin, machineText } = require('../../../benchmarks/measure/machine.ts');
const { figure, markdownTable } = require('../../../benchmarks/measure/markdown-table.ts');
const { AUDIT_LOG } = require('../src/audit/audit.ports.ts');
const { AuditCluster, GATEWAY } = require('../test/audit/audit-cluster.ts');
const { numbered } = require('../test/audit/audit-entries.ts');

const { values } = parseArgs({ options: { seconds: { type: 'string' }, rounds: { type: 'string' } } });
const SLICE_MS = Number(values.seconds ?? 0.5) * 1000;
const ROUNDS = Number(values.rounds ?? 9);
const CLIENTS = [1, 16, 256];
/** Entries of one message of a gateway. */
const GATEWAY_BATCH = 300;
const ONE_BY_ONE = 'bare: a record, write + fdatasync';
const GROUPED = 'bare: a record of each client, write + fdatasync';
let next = 1;

function quantile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function median(numbers) {
  return quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
}

/** So many clients that each append one record after the other. */
async function clients(count, append) {
  const latencies = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: count }, async () => {
      while (performance.now() < started + SLICE_MS) {
        const from = performance.now();
        await append(numbered(next++));
        latencies.push(performance.now() - from);
      }
    }),
  );
  return outcome(latencies.length, started, latencies);
}

/** So many records in each write, each write synced. */
async function bare(directory, batch) {
  const line = `${JSON.stringify({ ...numbered(1), seq: 123456, v: 1, prev: '0'.repeat(64) })}\n`;
  const lines = Buffer.from(line.repeat(batch));
  const file = await open(join(directory, `bare-${batch}`), 'w');
  const latencies = [];
  const started = performance.now();
  while (performance.now() < started + SLICE_MS) {
    const from = performance.now();
    await file.write(lines);
    await file.datasync();
    latencies.push(performance.now() - from);
  }
  const found = outcome(latencies.length * batch, started, latencies);
  await file.close();
  return found;
}

function outcome(records, started, latencies) {
  const sorted = latencies.sort((a, b) => a - b);
  return {
    perSecond: (records * 1000) / (performance.now() - started),
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
  };
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
  return (entry) =>
    new Promise((done) => {
      queue.push({ entry, done });
      if (!sending) void drain();
    });
}

function rowsOf(count, results) {
  const oneByOne = results.get(ONE_BY_ONE);
  const grouped = results.get(GROUPED) ?? oneByOne;
  return [...results].map(([name, found]) => {
    const of = (key) => figure(median(found.map((it) => it[key])));
    const against = (base) =>
      `${figure(100 * median(found.map(({ perSecond }, round) => perSecond / base[round].perSecond)))} %`;
    return [String(count), name, of('perSecond'), of('p50'), of('p99'), against(oneByOne), against(grouped)];
  });
}

/** Two logs, each with one writer: in this process, and in its own behind NATS. */
async function main() {
  const beginning = begin();
  const [near, far] = [await AuditCluster.start(), await AuditCluster.start()];
  try {
    const inside = (await near.replica()).app.get(AUDIT_LOG);
    await (await far.child()).untilLeading();
    const send = (entries) => far.rpc.call(appendAudit, { entries }, { principal: GATEWAY }, { retry: true });
    const rows = [];
    for (const count of CLIENTS) {
      const arms = [
        { name: ONE_BY_ONE, run: () => bare(near.directory, 1) },
        ...(count === 1 ? [] : [{ name: GROUPED, run: () => bare(near.directory, count) }]),
        { name: 'inside the writer', run: () => clients(count, (entry) => inside.append([entry])) },
        { name: 'over NATS, as a gateway gathers them', run: () => clients(count, gathering(send)) },
        { name: 'over NATS, a call for each', run: () => clients(count, (entry) => send([entry])) },
      ];
      await inTurn(arms, 1);
      rows.push(...rowsOf(count, await inTurn(arms, ROUNDS)));
    }
    process.stdout.write(
      `## Audit log: records made durable\n\n${machineText(beginning, {})}- ${ROUNDS} rounds of ${SLICE_MS / 1000} s for each cell, arms in turn, medians; one disk for all\n\n`,
    );
    process.stdout.write(
      markdownTable(
        ['clients', '', 'records/s', 'p50 ms', 'p99 ms', 'of the loop, one by one', 'of the loop, grouped'],
        rows,
        2,
      ),
    );
  } finally {
    await near.stop();
    await far.stop();
  }
}

void main();
