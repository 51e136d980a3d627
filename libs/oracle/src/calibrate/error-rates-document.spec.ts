import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAIM_KINDS } from '../claim/claim';
import { errorRateRow, MEASURED_SIZES } from '../verdict/error-rate-row';
import { ORACLE_VERSION, POLICY } from '../verdict/policy';
import { calibrate } from './calibrate';
import { formatErrorRates } from './format-error-rates';
import { VIOLATION_PLANTS } from './violation-plants';

const PAGE = readFileSync(join(__dirname, '../../../../docs/oracle-error-rates.md'), 'utf8');

describe('docs/oracle-error-rates.md', () => {
  it('has every row that a certificate can name', () => {
    const named = CLAIM_KINDS.flatMap((kind) => MEASURED_SIZES.flatMap((n) => errorRateRow(kind, n) ?? []));
    expect(named.filter((row) => !PAGE.includes(`<a id="${row.split('#')[1] ?? ''}">`))).toEqual([]);
  });

  it('has every recorded violation at every size', () => {
    const rows = VIOLATION_PLANTS.flatMap(({ kind, name }) =>
      MEASURED_SIZES.map((n) => `|  | ${kind} | ${name} | ${n} |`),
    );
    expect(rows.filter((row) => !PAGE.includes(row))).toEqual([]);
  });

  it('speaks for this version of the oracle, and explains every figure that misses its bar', () => {
    expect(PAGE).toContain(`oracle ${ORACLE_VERSION}, policy \`${POLICY}\``);
    expect(PAGE).not.toContain('not explained yet');
  });

  it('is what the code gives: the cheapest row measured again is the same to the last figure', () => {
    const [, , row = ''] = formatErrorRates([
      ...calibrate({ kinds: ['proportion'], sizes: [30], plainOnly: true }),
    ]).split('\n');
    expect(PAGE).toContain(row);
  });
});
