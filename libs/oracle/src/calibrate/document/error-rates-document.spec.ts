import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLAIM_KINDS } from '../../claim/claim';
import { MEASURED_DESIGNS } from '../../verdict/design-of';
import { errorRateRow, sizesOf } from '../../verdict/error-rate-row';
import { ORACLE_VERSION, POLICY } from '../../verdict/policy';
import { calibrate } from '../calibrate';
import { formatErrorRates } from './format-error-rates';

const PAGE = readFileSync(join(__dirname, '../../../../../docs/oracle-error-rates.md'), 'utf8');

describe('docs/oracle-error-rates.md', () => {
  it('has every row that a certificate can name', () => {
    const named = CLAIM_KINDS.flatMap((kind) =>
      ['plain', ...(MEASURED_DESIGNS[kind] ?? [])].flatMap((design) =>
        sizesOf(design).flatMap((n) => errorRateRow(kind, n, design) ?? []),
      ),
    );
    expect(named.filter((row) => !PAGE.includes(`<a id="${row.split('#')[1] ?? ''}">`))).toEqual([]);
  });

  it('speaks for this version of the oracle, and explains every figure that misses its bar', () => {
    expect(PAGE).toContain(`oracle ${ORACLE_VERSION}, policy \`${POLICY}\``);
    expect(PAGE).not.toContain('not explained yet');
  });

  it('is what the code gives: the cheapest row measured again is the same to the last figure', () => {
    const [, , row = ''] = formatErrorRates([
      ...calibrate({ kinds: ['proportion'], sizes: [10], draws: 400, plainOnly: true }),
    ]).split('\n');
    expect(PAGE).toContain(row);
  });
});
