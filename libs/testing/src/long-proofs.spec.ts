import { casesOf, provesAll, sampleOf } from './long-proofs';

const before = process.env['SVC_TEST_ALL'];
afterEach(() => {
  if (before === undefined) delete process.env['SVC_TEST_ALL'];
  else process.env['SVC_TEST_ALL'] = before;
});
const items = Array.from({ length: 101 }, (_, at) => at);

describe('a long proof', () => {
  it('runs a sample by default, spread over all cases', () => {
    delete process.env['SVC_TEST_ALL'];
    expect([provesAll(), casesOf(5_000), casesOf(60), casesOf(7)]).toEqual([false, 1_000, 20, 7]);
    expect(sampleOf(items)).toHaveLength(21);
    expect(sampleOf(items).at(0)).toBe(0);
    expect(sampleOf(items).at(-1)).toBeGreaterThan(90);
  });

  it('runs whole under ./svc test --all', () => {
    process.env['SVC_TEST_ALL'] = '1';
    expect([provesAll(), casesOf(5_000), casesOf(7)]).toEqual([true, 5_000, 7]);
    expect(sampleOf(items)).toEqual(items);
  });
});
