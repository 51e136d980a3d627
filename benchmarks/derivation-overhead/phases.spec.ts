import { phasesOf, START } from './phases';

describe('the phases of a run', () => {
  const said = [
    { at: 80, line: 'sales: starting' },
    { at: 100, line: 'sales: cert_1 queued' },
    { at: 120, line: 'sales: running' },
    { at: 130, line: 'sales: Finding the inputs (0 of 4)' },
    { at: 150, line: 'sales: first run (1 of 4)' },
    { at: 450, line: 'sales: Recording the run (3 of 4)' },
    { at: 470, line: 'something else on standard error' },
  ];

  it('last from what was said to what was said next, and add up to the whole', () => {
    const phases = phasesOf({ ms: 500, stdout: '', said });
    expect([...phases]).toEqual([
      [START, 130],
      ['Finding the inputs', 20],
      ['first run', 300],
      ['Recording the run, and the command prints it', 50],
    ]);
    expect([...phases.values()].reduce((sum, it) => sum + it)).toBe(500);
  });

  it('are one when nothing was said', () => {
    expect([...phasesOf({ ms: 5, stdout: '', said: [] })]).toEqual([[START, 5]]);
  });
});
