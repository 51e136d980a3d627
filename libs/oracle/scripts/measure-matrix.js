'use strict';
/**
 * The matrix of gates and kinds, with a planted trap and its honest twin in each cell: writes docs/oracle-matrix.md.
 *   npx tsc -b libs/oracle && node libs/oracle/scripts/measure-matrix.js [draws a side] [--results .svc/matrix.jsonl]
 *     [--document docs/oracle-matrix.md] [--gate stopping,family] [--kind level]
 * Every side of a cell that is measured is a line of the results file; a run that is started again goes on there. Remove
 * the file after changing a gate.
 */
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname } = require('node:path');
const { MATRIX_CELLS, measureSide, SIDES } = require('../dist/matrix/gate-matrix.js');
const { matrixDocument } = require('../dist/matrix/format-matrix.js');

const words = process.argv.slice(2);
const given = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const draws = /^\d+$/.test(words[0] ?? '') ? Number(words[0]) : 200;
const results = given('--results');
const wanted = (name, value) => given(name)?.split(',').includes(value) ?? true;
const keyOf = ({ gate, kind }, side) => `${gate}/${kind}/${side}/${draws}`;

const measured = new Map();
if (results !== undefined) {
  mkdirSync(dirname(results), { recursive: true });
  if (existsSync(results))
    for (const line of readFileSync(results, 'utf8').split('\n'))
      if (line.endsWith('}')) {
        const { key, verdicts } = JSON.parse(line);
        measured.set(key, verdicts);
      }
}

const cells = MATRIX_CELLS.filter(({ gate, kind }) => wanted('--gate', gate) && wanted('--kind', kind));
for (const cell of cells) {
  for (const side of SIDES) {
    if ((side === 'trap silent' && cell.onlyDeclared !== null) || measured.has(keyOf(cell, side))) continue;
    const verdicts = measureSide(cell, side, draws);
    measured.set(keyOf(cell, side), verdicts);
    if (results !== undefined) appendFileSync(results, `${JSON.stringify({ key: keyOf(cell, side), verdicts })}\n`);
  }
  const row = SIDES.map((side) => measured.get(keyOf(cell, side))).map((it) =>
    it === undefined ? '-' : `${it.sound}/${it.inconclusive}/${it.unsound}`,
  );
  process.stderr.write(`${cell.gate} ${cell.kind}: ${row.join('  ')}\n`);
}
const rows = cells.map((cell) => ({ cell, of: (side) => measured.get(keyOf(cell, side)) ?? null }));
const document = given('--document');
const command = `npx tsc -b libs/oracle && node libs/oracle/scripts/measure-matrix.js ${draws} --document docs/oracle-matrix.md`;
const text = matrixDocument(rows, { draws, date: new Date().toISOString().slice(0, 10), command });
if (document === undefined) process.stdout.write(text);
else writeFileSync(document, text);
