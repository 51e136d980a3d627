import { WorkerDied } from '../process/worker';
import { queryProblem } from './query-problem';

const problemOf = (error: Error) => (): never => queryProblem(300_000)(error);

describe('a statement whose worker died twice', () => {
  it('of a full heap needs too much memory: to ask again is no help', () => {
    const died = new WorkerDied(
      'the worker ended (134): FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    );
    expect(problemOf(died)).toThrow(expect.objectContaining({ code: 'query-out-of-memory' }));
  });

  it('of something else may be asked again', () => {
    expect(problemOf(new WorkerDied('the worker ended (SIGKILL)'))).toThrow(
      expect.objectContaining({ code: 'unavailable', facts: expect.objectContaining({ retryAfter: 5 }) }),
    );
  });
});
