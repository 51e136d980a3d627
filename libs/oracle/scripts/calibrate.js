// Measures the oracle's error rates and prints the table as Markdown.
//   npx tsc -b libs/oracle && node libs/oracle/scripts/calibrate.js [--kind comparison] [--n 30,100] [--effect 2.8,3.65] [--reps 2000] [--plain]
const { calibrate, formatErrorRates } = require('../dist/index.js');

const given = new Map(process.argv.slice(2).map((word, i, all) => [word, all[i + 1]]));
const numbers = (name) => (given.has(name) ? given.get(name).split(',').map(Number) : undefined);
const options = {
  ...(given.has('--kind') ? { kinds: given.get('--kind').split(',') } : {}),
  ...(given.has('--n') ? { sizes: numbers('--n') } : {}),
  ...(given.has('--effect') ? { effects: numbers('--effect') } : {}),
  ...(given.has('--reps') ? { draws: Number(given.get('--reps')) } : {}),
  plainOnly: given.has('--plain'),
};

const rows = [];
for (const row of calibrate(options)) {
  rows.push(row);
  process.stderr.write(`${row.kind} ${row.design} ${row.n}: ${row.nulls.sound} false sound of ${row.nulls.draws}\n`);
}
process.stdout.write(`${formatErrorRates(rows)}\n`);
