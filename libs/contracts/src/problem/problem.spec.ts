import { z } from 'zod';
import { problemItems } from './pointer';
import { isProblemCode, problem, ProblemError, PROBLEMS } from './problem';

describe('problems', () => {
  it('carry the status of the table, so that domain code never knows one', () => {
    const wire = new ProblemError('uncertified-source', 'Certify it first.').toProblem();
    expect(wire).toEqual({
      type: 'urn:svc:problem:uncertified-source',
      title: PROBLEMS['uncertified-source'].title,
      status: 409,
      detail: 'Certify it first.',
      code: 'uncertified-source',
    });
    expect(problem.parse(wire)).toEqual(wire);
  });

  it('keep code, detail, pointers, retry time, facts and trace across the wire', () => {
    const thrown = new ProblemError('stale-certificate', 'Data moved.', {
      errors: [{ pointer: '/body', message: 'old' }],
      retryAfter: 3,
      data: { moved: ['data'] },
      traceId: 'a'.repeat(32),
    });
    const arrived = ProblemError.fromProblem(problem.parse(JSON.parse(JSON.stringify(thrown.toProblem()))));
    expect(arrived.toProblem()).toEqual(thrown.toProblem());
  });

  it('become internal when a newer service sends a code this one does not know', () => {
    const arrived = ProblemError.fromProblem({ type: 'urn:x', title: 'x', status: 418, detail: 'tea', code: 'teapot' });
    expect(arrived.code).toBe('internal');
    expect(arrived.detail).toBe('tea');
  });

  it('are not found on the prototype of the table', () => {
    expect(isProblemCode('constructor')).toBe(false);
    expect(isProblemCode('not-found')).toBe(true);
  });
});

describe('validation errors', () => {
  it('name the JSON pointer of each offending member, escaped', () => {
    const schema = z.strictObject({ filters: z.array(z.strictObject({ 'a/b~c': z.number() })) });
    const { error } = schema.safeParse({ filters: [{ 'a/b~c': 'x' }], extra: 1 });
    const items = problemItems(error ?? new z.ZodError([]), ['body']);
    expect(items.map((it) => it.pointer)).toEqual(['/body/filters/0/a~1b~0c', '/body/extra']);
    expect(items[1]?.message).toBe('is not a known member');
  });

  it('say of a member that is not there that it is missing', () => {
    const { error } = z.strictObject({ name: z.string() }).safeParse({});
    expect(problemItems(error ?? new z.ZodError([]), ['body'])).toEqual([
      { pointer: '/body/name', message: 'is missing; it is of type string' },
    ]);
  });
});
