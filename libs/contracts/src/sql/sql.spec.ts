import { sqlParameters } from './sql';

describe('The parameters of a statement', () => {
  it.each([[[1, 'a', true, null, [1, 2], []]], [{ a: 1 }], [undefined], [[]]])(
    'are values in a list or by name: %j',
    (given) => {
      expect(sqlParameters.safeParse(given).success).toBe(true);
    },
  );

  it.each([
    [[{}]],
    [[[null]]],
    [[[[1]]]],
    ['1'],
    [Array.from({ length: 1001 }, () => 1)],
    [{ ids: Array.from({ length: 10_001 }, () => 1) }],
  ])('are refused with what they may be', (given) => {
    expect(sqlParameters.safeParse(given).error?.issues).toMatchObject([
      { path: [], message: expect.stringContaining('a value is text, a number') },
    ]);
  });
});
