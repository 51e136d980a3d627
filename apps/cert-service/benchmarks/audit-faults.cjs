// The fault run of the audit log: replicas that are killed, cut off and left without Postgres while callers write at full
// speed, a torn line, a full disk. After each fault the log is held against everything that callers were told.
// Run: npx tsc -b libs/audit-chain && node apps/cert-service/benchmarks/audit-faults.cjs [--seed 7] [--faults 280] [--replicas 3] [--clients 32]
require('../../../libs/platform/test/run-typescript.js');
const { parseArgs } = require('node:util');
const { parseLogKey } = require('@svc/audit-chain');
const { AUDIT_LOG_KEY } = require('../src/audit/audit.ports.ts');
const { AuditCluster } = require('../test/audit/audit-cluster.ts');
const { canMount, fullDisk, tornWrite } = require('../test/audit/faults/audit-disk-faults.ts');
const { isSound, planFaults, runFaults } = require('../test/audit/faults/audit-fault-run.ts');

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    faults: { type: 'string' },
    replicas: { type: 'string' },
    clients: { type: 'string' },
  },
});
const seed = Number(values.seed ?? Date.now() % 2 ** 31);
const faults = planFaults(seed, Number(values.faults ?? 280));

function say(what, check) {
  const { records, acknowledged, lost, duplicated, misplaced, outcome, consistent } = check;
  console.log(
    `${what.padEnd(22)} ${String(acknowledged).padStart(8)} acknowledged, ${String(records).padStart(8)} records, lost ${lost}, twice ${duplicated}, misplaced ${misplaced}, ${outcome}, checkpoints ${consistent ? 'consistent' : 'INCONSISTENT'}${isSound(check) ? '' : '   <<< UNSOUND'}`,
  );
}

async function diskFaults() {
  const cluster = await AuditCluster.start();
  try {
    const first = await cluster.replica();
    const logKey = parseLogKey(first.app.get(AUDIT_LOG_KEY));
    await cluster.stopReplicas();
    const torn = await tornWrite(cluster, logKey);
    say('a torn line', torn.check);
    await cluster.stopReplicas();
    if (!canMount()) {
      console.log('a full disk: left out, for that takes root to mount a small disk');
      return [torn.check];
    }
    const full = await fullDisk(cluster, logKey);
    say('a full disk', full.check);
    return [torn.check, full.check];
  } finally {
    await cluster.stop();
  }
}

async function main() {
  console.log(`seed ${seed}: ${faults.length} faults`);
  const started = performance.now();
  const { checks, retries } = await runFaults({
    seed,
    faults,
    replicas: Number(values.replicas ?? 3),
    clients: Number(values.clients ?? 32),
    report: (round, fault, check) => say(`${String(round + 1).padStart(4)} ${fault}`, check),
  });
  say('at the end', checks.at(-1));
  const all = [...checks, ...(await diskFaults())];
  const counts = Object.fromEntries(
    [...new Set(faults)].map((it) => [it, faults.filter((other) => other === it).length]),
  );
  console.log(
    JSON.stringify({
      seed,
      faults: counts,
      retries,
      seconds: Math.round((performance.now() - started) / 1000),
      unsound: all.filter((it) => !isSound(it)).length,
    }),
  );
  process.exitCode = all.every(isSound) ? 0 : 1;
}

void main();
