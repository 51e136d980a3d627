import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GATES } from '../gates/all-gates';
import { MATRIX_CELLS, measureSide } from './gate-matrix';

/** The first draws of each cell; every draw has a seed of its own. */
const DRAWS = 4;
/** Cells that docs/oracle-matrix.md says miss their targets. */
const MISSING = /## Cells that miss\n([^]*?)\n## /.exec(
  readFileSync(join(__dirname, '../../../../docs/oracle-matrix.md'), 'utf8'),
)?.[1];

describe('the matrix of gates and kinds, planted', () => {
  it('is published', () => expect(MISSING).toBeDefined());

  it('plants nothing where the gate does not run', () => {
    const kindsOf = new Map(GATES.map(({ name, kinds }) => [name, kinds]));
    const idle = MATRIX_CELLS.filter(({ gate, kind }) => {
      const kinds = kindsOf.get(gate);
      return kinds === undefined || (kinds !== 'all' && !kinds.includes(kind));
    });
    expect(idle).toEqual([]);
  });

  // One kind of each gate, another one for the next gate: all of them take the script a quarter of an hour.
  const sample = GATES.flatMap(({ name }, at) => {
    const cells = MATRIX_CELLS.filter(
      ({ gate, kind }) => gate === name && MISSING?.includes(`| \`${gate}\` | ${kind} |`) !== true,
    );
    return cells.slice(at % Math.max(1, cells.length)).slice(0, 1);
  });

  it.each(sample.map((cell) => [cell.gate, cell.kind, cell] as const))(
    '%s, %s: the declared trap is not sound, its twin never unsound',
    (_gate, _kind, cell) => {
      expect(measureSide(cell, 'trap declared', DRAWS).sound).toBe(0);
      expect(measureSide(cell, 'twin declared', DRAWS)).toMatchObject({ unsound: 0 });
    },
  );

  it('a step in a yes/no series is judged under every drift that the series does not exclude', () => {
    const step = MATRIX_CELLS.find(({ gate, kind }) => gate === 'coarser-time' && kind === 'proportion');
    // Draws that independent errors would have certified.
    const seeds = step === undefined ? [] : [52, 82, 134, 140, 146, 158, 177];
    expect(seeds.map((seed) => step && measureSide(step, 'trap declared', 1, seed).sound)).toEqual(seeds.map(() => 0));
    expect(seeds).not.toEqual([]);
  });
});
