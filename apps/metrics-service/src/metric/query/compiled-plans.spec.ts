import { metricQuery } from '@svc/contracts';
import type { CertifiedTable } from '@svc/certified-data';
import { CompiledPlans, metricKey } from './compiled-plans';

const table = (digit: string): CertifiedTable => ({
  table: { data_hash: `sha256:${digit.repeat(64)}`, object: digit.repeat(64), rows: 1, bytes: 1, columns: [] },
  provenance: {
    derivation: 'flights',
    params: {},
    run: '00000000-0000-4000-8000-000000000001',
    data_hash: `sha256:${digit.repeat(64)}`,
    certificate_digest: `sha256:${'a'.repeat(64)}`,
    verdict: 'sound',
    as_of: '2024-03-01T00:00:00Z',
  },
});

function compilations() {
  const plans = new CompiledPlans();
  let made = 0;
  const compile = (asked: object, metric = 'delay', digit = '1'): number => {
    const question = { metric, query: metricQuery.parse(asked), tables: new Map([['flights', table(digit)]]) };
    plans.compiled(question, () => {
      made += 1;
      return { text: 'SELECT 1', values: [], names: [], totals: false };
    });
    return made;
  };
  return { compile };
}

describe('a compiled query', () => {
  it('is kept for the same question about the same definition over the same rows', () => {
    const { compile } = compilations();
    const asked = { group_by: ['carrier'], filters: [{ column: 'carrier', op: 'eq', value: 'B6' }] };
    expect([compile(asked), compile(asked)]).toEqual([1, 1]);
    expect(compile({ ...asked, filters: [{ column: 'carrier', op: 'eq', value: 'DL' }] })).toBe(2);
    expect(compile(asked, 'delay, changed')).toBe(3);
    expect(compile(asked, 'delay', '2')).toBe(4);
  });

  it.each(['in_past', 'inThePast', 'not_in_past', 'in_next'])('is made again when it depends on now: %s', (op) => {
    const { compile } = compilations();
    const asked = { filters: [{ or: [{ not: { column: 'day', op, value: [7, 'day'] } }] }] };
    expect([compile(asked), compile(asked)]).toEqual([1, 2]);
  });

  it('is of a metric with all of its operands, as they are defined now', () => {
    const metric = (name: string, etag: string) => ({ name, etag });
    const keyOf = (...of: readonly { name: string; etag: string }[]): string =>
      metricKey('ratio', new Map(of.map((it) => [it.name, it])));
    const before = keyOf(metric('ratio', '1'), metric('seats', '1'));
    expect(keyOf(metric('seats', '1'), metric('ratio', '1'))).toBe(before);
    expect(keyOf(metric('ratio', '1'), metric('seats', '2'))).not.toBe(before);
  });
});
