import { CLAIM_KINDS } from '../claim/claim';
import { NO_MEANING } from '../testing/no-meaning';
import { GATES } from './all-gates';

const ESTIMATING = CLAIM_KINDS.filter((kind) => kind !== 'table');

describe('the matrix of gates and kinds', () => {
  it.each(GATES.map((gate) => [gate.name, gate] as const))(
    '%s runs for every kind, or says why not',
    (name, { kinds }) => {
      const without = NO_MEANING[name];
      const missing = kinds === 'all' ? [] : ESTIMATING.filter((kind) => !kinds.includes(kind));
      expect(without?.kinds ?? '').toBe(missing.join(' '));
      if (without !== undefined) expect(without.because.length).toBeGreaterThan(15);
    },
  );

  it('has no reason for a gate that is not there', () => {
    const names = new Set(GATES.map(({ name }) => name));
    expect(Object.keys(NO_MEANING).filter((name) => !names.has(name))).toEqual([]);
  });
});
