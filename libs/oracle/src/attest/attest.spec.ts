import { claimOf, coins, letters, normals } from '../calibrate/plants/planted';
import { PLAIN_PLANTS } from '../calibrate/plants/plain-plants';
import { parseContract } from '../contract/parse-contract';
import { GATES } from '../gates/all-gates';
import { seededRandom } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import { attest } from './attest';
import { attemptLevel } from '../verdict/attempt-level';

const random = seededRandom('attest');
const x = coins(400, random);
const table = tableFromColumns({
  group: letters(x),
  value: x.map((side, i) => 0.8 * side + (normals(1, random)[0] ?? 0) + 0 * i),
});
const claim = claimOf('comparison', { group: 'group', value: 'value' });
const reproducibility = { identical: true, detail: 'equal bytes' };

describe('attest', () => {
  it('gives the same JSON for the same input, to the last digit', () => {
    const text = JSON.stringify(attest({ table, claim, reproducibility }));
    expect(JSON.stringify(attest({ table, claim, reproducibility }))).toBe(text);
    expect(JSON.parse(text)).toEqual(attest({ table, claim, reproducibility }));
  });

  it('says what it is: estimate with interval, gates run, gates skipped with words, policy, error-rate row', () => {
    const found = attest({ table, claim, reproducibility });
    expect(found.verdict).toBe('sound');
    expect(found.estimate).toMatchObject({ label: 'value: group B − A', n: 400, interval: { level: 0.95 } });
    expect(found.oracle).toEqual({
      version: '0.1.0',
      policy: 'svc-oracle/1',
      alpha: 0.005,
      attempts: 1,
      error_rates: 'docs/oracle-error-rates.md#comparison-300',
    });
    expect([...found.gates.map(({ name }) => name), ...found.skipped.map(({ name }) => name)].sort()).toEqual(
      GATES.filter(({ kinds }) => kinds === 'all' || kinds.includes('comparison'))
        .map(({ name }) => name)
        .sort(),
    );
    for (const { reason } of found.skipped) expect(reason).toMatch(/\w+ \w+/);
  });

  it('is unsound when two runs differ, whatever the evidence', () => {
    expect(attest({ table, claim, reproducibility: { identical: false, detail: '4 rows differ' } })).toMatchObject({
      verdict: 'unsound',
      reason: expect.stringContaining('4 rows differ'),
    });
  });

  it('is unsound when the contract is broken, and inconclusive when it cannot be evaluated', () => {
    const contract = (json: object): NonNullable<Parameters<typeof attest>[0]['contract']> => {
      const parsed = parseContract({ specVersion: '1.1', kind: 'DataContract', ...json });
      if (!parsed.ok) throw new Error('contract');
      return parsed.contract;
    };
    expect(
      attest({
        table,
        claim,
        contract: contract({ fields: [{ name: 'value', type: 'number', constraints: { minimum: 0 } }] }),
      }).verdict,
    ).toBe('unsound');
    expect(
      attest({
        table,
        claim,
        contract: contract({
          fields: [{ name: 'value', type: 'number' }],
          table: { freshness: { field: 'value', maxAgeHours: 1 } },
        }),
      }).verdict,
    ).toBe('inconclusive');
  });

  it('judges a table claim by reproducibility and contract alone', () => {
    const parsed = parseContract({
      specVersion: '1.1',
      kind: 'DataContract',
      fields: [{ name: 'value', type: 'number', constraints: { required: true } }],
    });
    if (!parsed.ok) throw new Error('contract');
    const whole = { table, claim: claimOf('table', {}), contract: parsed.contract };
    expect(attest({ ...whole, reproducibility }).verdict).toBe('sound');
    expect(attest(whole).verdict).toBe('inconclusive');
    expect(attest({ table, claim: claimOf('table', {}), reproducibility }).verdict).toBe('inconclusive');
  });

  it('spends α over attempts: the declared and the counted number, whichever is larger', () => {
    const { table: drawn, claim: asked } = PLAIN_PLANTS.comparison(300, 3.5, seededRandom('attempts'));
    expect(attest({ table: drawn, claim: asked }).verdict).toBe('sound');
    expect(attest({ table: drawn, claim: asked, attempts: 25 }).verdict).toBe('inconclusive');
    expect(
      attest({ table: drawn, claim: { ...asked, declared: { attempts_on_this_data: 25 } }, attempts: 2 }).oracle
        .attempts,
    ).toBe(25);
  });

  it('never throws for odd data', () => {
    for (const columns of [
      { group: [], value: [] },
      { group: ['A'], value: [1] },
      { group: ['A', 'B'], value: [null, null] },
      { group: ['A', 'B', 'A', 'B'], value: [1, 1, 1, 1] },
    ]) {
      expect(attest({ table: tableFromColumns(columns), claim }).verdict).toBe('inconclusive');
    }
  });

  it('calls perfect separation what it is, not "t = 0"', () => {
    const found = attest({
      table: tableFromColumns({
        group: letters(Float64Array.from({ length: 40 }, (_, i) => i % 2)),
        value: Float64Array.from({ length: 40 }, (_, i) => i % 2),
      }),
      claim,
    });
    expect(found.verdict).toBe('sound');
  });
});

describe('attemptLevel', () => {
  it('adds up to α over any number of attempts', () => {
    const total = Array.from({ length: 100_000 }, (_, i) => attemptLevel(0.005, i + 1)).reduce((a, b) => a + b, 0);
    expect(total).toBeLessThanOrEqual(0.005);
    expect(total).toBeGreaterThan(0.00499);
  });
});
