// Measures the oracle on data whose truth is known and prints docs/oracle-error-rates.md:
//   npx tsc -b libs/oracle && node libs/oracle/benchmarks/calibrate.cjs > docs/oracle-error-rates.md
// Repeatable by its seeds. `--draws N` sets the draws per cell up to 1,000 rows (default 2000; a tenth at 10,000 rows).
const { measure } = require('../dist/calibrate/measure.js');
const { PLAIN_PLANTS } = require('../dist/calibrate/plain-plants.js');
const { VIOLATION_PLANTS } = require('../dist/calibrate/violation-plants.js');
const { ALPHA, ORACLE_VERSION, POLICY } = require('../dist/verdict/policy.js');

const draws = Number(process.argv[process.argv.indexOf('--draws') + 1]) || 2000;
const SIZES = [30, 100, 300, 1000, 10_000];
/** In standard errors of the honest test. */
const SHIFT = 4;

const drawsAt = (n) => (n > 1000 ? Math.max(20, Math.round(draws / 10)) : draws);
const percent = (count, of) => (of === 0 ? '–' : `${((100 * count) / of).toFixed(2)} %`);
const row = (cells) => `| ${cells.join(' | ')} |`;

function plainRows(kind, plant) {
  return SIZES.map((n) => {
    const nulls = measure(plant, n, 0, drawsAt(n), `${kind}/${n}/null`);
    const effects = measure(plant, n, SHIFT, drawsAt(n), `${kind}/${n}/effect`);
    const power = effects.standard === null || effects.standard === 0 ? '–' : percent(effects.sound, effects.standard);
    const coverage = effects.coverage === null ? '–' : percent(effects.coverage * 1000, 1000);
    process.stderr.write(`${kind} ${n}: ${nulls.sound}/${nulls.draws} false sound\n`);
    return row([`<a id="${kind}-${n}"></a>${kind}`, n, nulls.draws, `${nulls.sound} (${percent(nulls.sound, nulls.draws)})`, `${effects.unsound} (${percent(effects.unsound, effects.draws)})`, power, coverage]);
  });
}

function violationRow({ kind, name, plant }) {
  const found = measure(plant, 100, 0, draws, `${kind}/${name}/null`);
  process.stderr.write(`${kind} with ${name}: ${found.sound}/${found.draws} false sound\n`);
  return row([kind, name, 100, found.draws, `${found.sound} (${percent(found.sound, found.draws)})`]);
}

const began = Date.now();
const plain = Object.entries(PLAIN_PLANTS).flatMap(([kind, plant]) => plainRows(kind, plant));
const violated = VIOLATION_PLANTS.map(violationRow);
process.stdout.write(`# How often the oracle is wrong

Measured on planted data, not estimated: \`node libs/oracle/benchmarks/calibrate.cjs --draws ${draws}\`, oracle ${ORACLE_VERSION}, policy
${POLICY}, α = ${ALPHA}. The seeds are fixed, so the same command gives the same table. Certificates name a row of the first table.

- **false sound**: a claim about data without the effect was called sound. Must not exceed α, that is 0.50 %, but for chance.
- **false unsound**: a true claim was accused of a defect. Must not exceed 1 %.
- **power**: how many of the true claims that the honest standard test finds at the same α the oracle calls sound. Aim: at least 90 %.
- **coverage**: how many 95 % intervals hold the truth. Aim: 94–96 %.

True effects are ${SHIFT} standard errors of the honest test.

## Plain data

${row(['kind', 'rows', 'draws', 'false sound', 'false unsound', 'power', 'coverage'])}
${row(['---', '---', '---', '---', '---', '---', '---'])}
${plain.join('\n')}

## Nulls under a violation that was declared

${row(['kind', 'violation', 'rows', 'draws', 'false sound'])}
${row(['---', '---', '---', '---', '---'])}
${violated.join('\n')}
`);
process.stderr.write(`${Math.round((Date.now() - began) / 1000)} s\n`);
