// Measures the oracle's error rates and prints the table, or writes the document that certificates name.
//   npx tsc -b libs/oracle && node libs/oracle/scripts/calibrate.js [--workers 2] [--results .svc/calibration.jsonl] [--document docs/oracle-error-rates.md]
//     [--kind comparison,level] [--n 30,100] [--effect 2.8,3.65] [--reps 2000] [--rows 2000000] [--seed svc-oracle] [--plain]
// Every finished cell is a line of the results file; a run that is started again measures only what is missing there.
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { fork } = require('node:child_process');
const { dirname } = require('node:path');
const {
  calibrationPlan,
  errorRatesDocument,
  errorRatesOf,
  formatErrorRates,
  measureCell,
  ORACLE_VERSION,
} = require('../dist/index.js');

if (process.send !== undefined) {
  process.on('message', (cell) => process.send({ cell, measured: measureCell(cell) }));
} else {
  main();
}

/** What was asked for beyond the script of the package. */
const passed = ['--reps', '--rows', '--kind', '--n', '--effect']
  .filter((name) => process.argv.includes(name))
  .map((name) => `${name} ${process.argv[process.argv.lastIndexOf(name) + 1]}`)
  .join(' ');

function main() {
  const { options, workers, results, document } = readArguments();
  const plan = calibrationPlan(options);
  const measured = known(results);
  // Small tables first, and a part of every row before the next part: an interrupted run leaves whole rows of fewer draws.
  const waiting = plan.filter(({ name }) => !measured.has(name)).sort((a, b) => a.n - b.n || a.part - b.part);
  let open = waiting.length;
  const report = () => {
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
  };
  if (open === 0) report();
  for (let i = 0; i < Math.min(workers, open); i++) {
    const worker = fork(__filename);
    const next = () => {
      const cell = waiting.shift();
      if (cell === undefined) worker.disconnect();
      else worker.send(cell);
    };
    worker.on('message', ({ cell, measured: found }) => {
      measured.set(cell.name, found);
      if (results !== undefined)
        appendFileSync(
          results,
          `${JSON.stringify({ oracle: ORACLE_VERSION, name: cell.name, draws: cell.draws, measured: found })}\n`,
        );
      process.stderr.write(`${--open} to go: ${cell.name} ${found.sound} sound of ${found.draws}\n`);
      if (open === 0) report();
      next();
    });
    worker.on('exit', (code) => {
      if (code !== 0) process.exitCode = 1;
    });
    next();
  }
}

/** Cells of this version that an earlier run finished; a last line cut short by an interruption is left out. */
function known(results) {
  const found = new Map();
  if (results === undefined) return found;
  mkdirSync(dirname(results), { recursive: true });
  if (!existsSync(results)) return found;
  for (const line of readFileSync(results, 'utf8').split('\n')) {
    if (!line.endsWith('}')) continue;
    const { oracle, name, measured } = JSON.parse(line);
    if (oracle === ORACLE_VERSION) found.set(name, measured);
  }
  return found;
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
