// Measures the oracle's error rates and prints the table, or writes the document that certificates name.
//   npx tsc -b libs/oracle && node libs/oracle/scripts/calibrate.js [--workers 2] [--results .svc/calibration.jsonl] [--document docs/oracle-error-rates.md]
//     [--kind comparison,level] [--n 30,100] [--effect 2.8,3.65] [--reps 2000] [--rows 2000000] [--seed svc-oracle] [--plain]
// Every finished cell is a line of the results file; a run that is started again measures only what is missing there.
const { writeFileSync } = require('node:fs');
const {
  calibrationPlan,
  errorRatesDocument,
  errorRatesOf,
  formatErrorRates,
  measureCell,
  ORACLE_VERSION,
} = require('../dist/index.js');
const { isWorker, linesOf, measureAll, serve } = require('./pool.js');

/** What was asked for beyond the script of the package. */
const passed = ['--reps', '--rows', '--kind', '--n', '--effect']
  .filter((name) => process.argv.includes(name))
  .map((name) => `${name} ${process.argv[process.argv.lastIndexOf(name) + 1]}`)
  .join(' ');

if (isWorker) serve(measureCell);
else void main();

async function main() {
  const { options, workers, results, document } = readArguments();
  const plan = calibrationPlan(options);
  const measured = new Map(
    linesOf(results)
      .filter(({ oracle }) => oracle === ORACLE_VERSION)
      .map(({ name, measured: found }) => [name, found]),
  );
  // Small tables first, and a part of every row before the next part: an interrupted run leaves whole rows of fewer draws.
  const waiting = plan.filter(({ name }) => !measured.has(name)).sort((a, b) => a.n - b.n || a.part - b.part);
  await measureAll(__filename, waiting, {
    workers,
    results,
    lineOf: (cell, found) => ({ oracle: ORACLE_VERSION, name: cell.name, draws: cell.draws, measured: found }),
    onMeasured: (cell, found, left) => {
      measured.set(cell.name, found);
      process.stderr.write(`${left} to go: ${cell.name} ${found.sound} sound of ${found.draws}\n`);
    },
  });
  const rows = errorRatesOf(plan, measured);
  if (document === undefined) process.stdout.write(`${formatErrorRates(rows)}\n`);
  else
    writeFileSync(
      document,
      errorRatesDocument(rows, {
        seed: options.seed,
        command: `npm run calibrate -w @svc/oracle${passed === '' ? '' : ` -- ${passed}`}`,
      }),
    );
}

function readArguments() {
  const words = process.argv.slice(2);
  const given = (name) => (words.includes(name) ? words[words.lastIndexOf(name) + 1] : undefined);
  const list = (name, read) => given(name)?.split(',').map(read);
  const options = {
    kinds: list('--kind', String),
    sizes: list('--n', Number),
    effects: list('--effect', Number),
    draws: given('--reps') && Number(given('--reps')),
    mostRows: given('--rows') && Number(given('--rows')),
    seed: given('--seed') ?? 'svc-oracle',
    plainOnly: words.includes('--plain'),
  };
  return {
    options: Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)),
    workers: Number(given('--workers') ?? 2),
    results: given('--results'),
    document: given('--document'),
  };
}
