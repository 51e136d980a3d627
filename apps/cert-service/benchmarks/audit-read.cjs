// A large log: verified against sha256sum over the same bytes, and searched. Processor time beside the clock, because
// threads of one process share what a busy machine gives it. Arms take turns; ratios are medians over rounds.
// Run: npx tsc -b libs/audit-chain && node apps/cert-service/benchmarks/audit-read.cjs [--records 2000000] [--rounds 5]
require('../../../libs/platform/test/run-typescript.js');
const { spawnSync } = require('node:child_process');
const { mkdirSync, readdirSync, readFileSync, statSync } = require('node:fs');
const { join } = require('node:path');
const { parseArgs } = require('node:util');
const { listAudit } = require('@svc/contracts');
const { inTurn } = require('../../../benchmarks/measure/in-turn.ts');
const { begin, machineText } = require('../../../benchmarks/measure/machine.ts');
const { figure, markdownTable } = require('../../../benchmarks/measure/markdown-table.ts');
// The library as built: its threads run what was compiled.
const { AuditLogWriter, verifyLog } = require('../../../libs/audit-chain/dist/index.js');
const { AUDITOR, AuditCluster } = require('../test/audit/audit-cluster.ts');
const { numbered } = require('../test/audit/audit-entries.ts');

const { values } = parseArgs({ options: { records: { type: 'string' }, rounds: { type: 'string' } } });
const RECORDS = Number(values.records ?? 2_000_000);
const ROUNDS = Number(values.rounds ?? 5);
const BATCH = 4000;
/** One record in the first hundredth of the log, and a thousand in a row in its middle. */
const RARE = { at: Math.floor(RECORDS / 100), actor: 'rare' };
const BUSY = { from: Math.floor(RECORDS / 2), count: 1000, actor: 'busy' };
const TICKS = 100;

async function write(directory) {
  const writer = await AuditLogWriter.open(directory, { now: () => new Date() });
  for (let at = 0; at < RECORDS; at += BATCH)
    await writer.append(Array.from({ length: BATCH }, (_, n) => entry(at + n)));
  await writer.close();
}

function entry(number) {
  if (number === RARE.at) return numbered(number, { actor: RARE.actor });
  return numbered(number, number >= BUSY.from && number < BUSY.from + BUSY.count ? { actor: BUSY.actor } : {});
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

/** Seconds of the clock and of processors, children that ended included. */
async function timed(run) {
  const processors = () =>
    readFileSync('/proc/self/stat', 'utf8')
      .split(') ')
      .at(-1)
      .split(' ')
      .slice(11, 15)
      .reduce((sum, it) => sum + Number(it), 0) / TICKS;
  const [clock, before] = [performance.now(), processors()];
  await run();
  return { seconds: (performance.now() - clock) / 1000, cpu: processors() - before };
}

async function verify(directory, threads) {
  const { outcome } = await verifyLog(directory, { threads });
  if (outcome !== 'intact') throw new Error(outcome);
}

async function verifying(directory) {
  const files = readdirSync(directory)
    .filter((it) => it.endsWith('.jsonl'))
    .map((it) => join(directory, it));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const arms = [
    { name: '`sha256sum`', run: () => timed(() => spawnSync('sha256sum', files)) },
    ...[1, 2].map((threads) => ({
      name: `verified, ${threads} thread${threads > 1 ? 's' : ''}`,
      run: () => timed(() => verify(directory, threads)),
    })),
  ];
  await inTurn(arms, 1);
  const results = await inTurn(arms, ROUNDS);
  const base = results.get('`sha256sum`');
  const rows = [...results].map(([name, found]) => {
    const of = (key) => median(found.map((it) => it[key]));
    const ratio = (key) => `${figure(100 * median(found.map((it, round) => base[round][key] / it[key])))} %`;
    return [
      name,
      figure(bytes / of('seconds') / 1e6),
      figure(RECORDS / of('seconds')),
      figure((of('cpu') * 1e6) / RECORDS),
      ratio('seconds'),
      ratio('cpu'),
    ];
  });
  process.stdout.write(
    `${RECORDS.toLocaleString('en-US')} records, ${figure(bytes / 1e6)} MB in ${files.length} files; ${ROUNDS} rounds, medians\n\n`,
  );
  process.stdout.write(
    `${markdownTable(['', 'MB/s', 'lines/s', 'CPU µs/line', 'speed of sha256sum', 'the same, of CPU time'], rows)}\n`,
  );
  return bytes;
}

async function searching(cluster, directory, bytes) {
  const child = await cluster.child({ SVC_AUDIT_DIR: directory });
  const search = async (query) => {
    for (let answers = 1, cursor; ; answers += 1) {
      const page = await cluster.rpc.call(
        listAudit,
        { params: {}, query: { ...query, ...(cursor === undefined ? {} : { cursor }) } },
        { principal: AUDITOR },
      );
      if (page.items.length > 0 || page.next_cursor === null) return { answers, found: page.items.length };
      cursor = page.next_cursor;
    }
  };
  const read = () => Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${child.pid}/io`, 'utf8'))[1]);
  const time = (number) => numbered(number).at;
  const queries = [
    ['the newest hundred', {}],
    ['an actor with one record', { actor: RARE.actor }],
    ['an actor with a thousand in a row', { actor: BUSY.actor }],
    ['an actor that there is not', { actor: 'nobody' }],
    ['an action that there is not', { action: 'metric.delete' }],
    ['a target that there is not', { target: 'metric_x' }],
    ['one second in the middle', { from: time(BUSY.from), to: time(BUSY.from + 1000) }],
    ['two values that never meet, each in every block', { actor: 'user-1', target: 'metric_2' }],
  ];
  const rows = [];
  for (const [what, query] of queries) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = read();
      let result;
      const { seconds } = await timed(async () => {
        result = await search(query);
      });
      rounds.push({ ms: seconds * 1000, share: (read() - before) / bytes, ...result });
    }
    const of = (key) => median(rounds.map((it) => it[key]));
    rows.push([what, figure(of('ms')), figure(100 * of('share')), String(of('found')), String(of('answers'))]);
  }
  process.stdout.write(markdownTable(['search', 'ms', 'bytes read, % of the log', 'records', 'answers'], rows));
}

async function main() {
  const beginning = begin();
  const cluster = await AuditCluster.start();
  try {
    const directory = join(cluster.directory, 'large');
    mkdirSync(directory);
    await write(directory);
    process.stdout.write('## Audit log: verified and searched\n\n');
    const bytes = await verifying(directory);
    await searching(cluster, directory, bytes);
    process.stdout.write(`\n${machineText(beginning, {})}`);
  } finally {
    await cluster.stop();
  }
}

void main();
