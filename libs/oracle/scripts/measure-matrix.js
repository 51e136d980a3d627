'use strict';
/**
 * The matrix of gates and kinds, with a planted trap and its honest twin in each cell: writes docs/oracle-matrix.md.
 *   npx tsc -b libs/oracle && node libs/oracle/scripts/measure-matrix.js [draws a side] [--workers 2]
 *     [--results .svc/matrix.jsonl] [--document docs/oracle-matrix.md] [--gate stopping,family] [--kind level]
 * Every side of a cell that is measured is a line of the results file; a run that is started again goes on there. Remove
 * the file after changing a gate.
 */
const { writeFileSync } = require('node:fs');
const { MATRIX_CELLS, measureSide, SIDES } = require('../dist/matrix/gate-matrix.js');
const { matrixDocument } = require('../dist/matrix/format-matrix.js');
const { isWorker, linesOf, measureAll, serve } = require('./pool.js');

const words = process.argv.slice(2);
const given = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const keyOf = ({ cell, side, draws }) => `${cell.gate}/${cell.kind}/${side}/${draws}`;

async function main() {
  const draws = /^\d+$/.test(words[0] ?? '') ? Number(words[0]) : 200;
  const [results, document] = [given('--results'), given('--document')];
  const wanted = (name, value) => given(name)?.split(',').includes(value) ?? true;
  const cells = MATRIX_CELLS.filter(({ gate, kind }) => wanted('--gate', gate) && wanted('--kind', kind));
  const measured = new Map(linesOf(results).map(({ key, verdicts }) => [key, verdicts]));
  const items = cells
    .flatMap((cell) => SIDES.map((side) => ({ cell, side, draws })))
    .filter(({ cell, side }) => side !== 'trap silent' || cell.onlyDeclared === null)
    .filter((item) => !measured.has(keyOf(item)));
  await measureAll(__filename, items, {
    workers: Number(given('--workers') ?? 2),
    results,
    lineOf: (item, verdicts) => ({ key: keyOf(item), verdicts }),
    onMeasured: (item, verdicts, left) => {
      measured.set(keyOf(item), verdicts);
      const { sound, inconclusive, unsound } = verdicts;
      process.stderr.write(`${left} to go: ${keyOf(item)} ${sound}/${inconclusive}/${unsound}\n`);
    },
  });
  const rows = cells.map((cell) => ({ cell, of: (side) => measured.get(keyOf({ cell, side, draws })) ?? null }));
  const command = `npx tsc -b libs/oracle && node libs/oracle/scripts/measure-matrix.js ${draws} --document docs/oracle-matrix.md`;
  const text = matrixDocument(rows, { draws, date: new Date().toISOString().slice(0, 10), command });
  if (document === undefined) process.stdout.write(text);
  else writeFileSync(document, text);
}

if (isWorker) serve(({ cell, side, draws }) => measureSide(cell, side, draws));
else void main();
