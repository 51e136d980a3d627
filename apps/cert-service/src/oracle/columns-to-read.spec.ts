import type { Claim, Column } from '@svc/contracts';
import { type DataContract, parseContract } from '@svc/oracle';
import { claimColumns, contractColumns, oracleColumns, sampledBy } from './columns-to-read';

const stored: readonly Column[] = [
  { name: 'user', type: 'string' },
  { name: 'side', type: 'string' },
  { name: 'height', type: 'decimal(8,2)' },
  { name: 'day', type: 'date' },
  { name: 'at', type: 'time' },
  ...Array.from({ length: 200 }, (_, at): Column => ({ name: `other_${at}`, type: 'number' })),
];
const columns = oracleColumns(stored);
const names = columns.map((it) => it.name);
const claim = (over: Partial<Claim> = {}): Claim => ({
  question: 'B is higher',
  kind: 'comparison',
  roles: { group: 'side', value: 'height' },
  declared: { pre_treatment: ['other_199'] },
  ...over,
});

function contract(table: object): DataContract {
  const parsed = parseContract({
    specVersion: '1.0',
    kind: 'DataContract',
    fields: [
      { name: 'height', type: 'number' },
      { name: 'day', type: 'date' },
    ],
    table,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.contract;
}

describe('the columns that are read', () => {
  it('are seen as numbers, texts, flags and times', () => {
    expect(columns.slice(0, 5).map((it) => it.type)).toEqual(['string', 'string', 'number', 'time', 'number']);
  });

  it('of a claim are those it names, and of the others no more than gates look at', () => {
    const needed = claimColumns(claim(), columns);
    expect(needed).toEqual(expect.arrayContaining(['side', 'height', 'other_199']));
    expect(needed.length).toBeLessThan(70);
  });

  it('of a contract are those it mentions, or all where it says which there must be', () => {
    expect(contractColumns(contract({ primaryKey: ['day'] }), names)).toEqual(['height', 'day']);
    expect(contractColumns(contract({ columnsMatch: true }), names)).toEqual(names);
  });

  it.each<[string | null, Claim]>([
    ['user', claim({ kind: 'change', roles: { unit: 'user', value: 'height', time: 'day' } })],
    ['user', claim({ declared: { unit: 'user', cluster: 'day' } })],
    ['day', claim({ declared: { unit: 'row', cluster: 'day' } })],
    [null, claim()],
  ])('of a sample keep %s whole, as the claim has it', (by, of) => {
    expect(sampledBy(of, names)).toBe(by);
  });
});
