import { problemOf } from './problem-of';

describe('bytes that storage does not take', () => {
  it.each(['no-space', 'ENOSPC', 'EDQUOT'])('are refused as insufficient storage (%s)', (code) => {
    const error = Object.assign(new Error('full'), { code });
    expect(problemOf(error, 't')).toMatchObject({ status: 507, code: 'insufficient-storage', retry_after: 30 });
  });

  it('say how much a caller holds, when it is theirs', () => {
    const error = Object.assign(new Error('full'), { code: 'over-budget', gauge: { used: 5, limit: 4 } });
    expect(problemOf(error, 't')).toMatchObject({
      code: 'insufficient-storage',
      data: { quota: 'answers', used: 5, limit: 4 },
    });
  });

  it('are told apart from every other error', () => {
    expect(problemOf(Object.assign(new Error('x'), { code: 'ENOENT' }), 't').code).toBe('internal');
  });
});
