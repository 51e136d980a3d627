import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { durationsOfJest, inWords, oneCheck, sum, tallyOfJest, tallyOfJunit } from './tally';

describe('the tally of a test run', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'svc-tally-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function file(text: string): string {
    const path = join(folder, 'report');
    writeFileSync(path, text);
    return path;
  }

  it('says how long each spec file took', () => {
    const report = file(JSON.stringify({ testResults: [{ name: '/a/b.spec.ts', startTime: 1_000, endTime: 3_500 }] }));
    expect(durationsOfJest(report)).toEqual([{ file: '/a/b.spec.ts', seconds: 2.5 }]);
    expect(durationsOfJest(join(folder, 'none'))).toEqual([]);
  });

  it('counts a file that could not be run as a failure', () => {
    const report = file(
      JSON.stringify({
        numPassedTests: 5,
        numFailedTests: 1,
        numPendingTests: 2,
        numTodoTests: 0,
        numRuntimeErrorTestSuites: 1,
      }),
    );
    expect(tallyOfJest(report)).toEqual({ passed: 5, failed: 2, skipped: 2 });
  });

  it('adds up what pytest reports', () => {
    const report = file(
      '<?xml version="1.0"?><testsuites><testsuite name="pytest" errors="1" failures="2" skipped="3" tests="10" time="1.5"></testsuite></testsuites>',
    );
    expect(tallyOfJunit(report)).toEqual({ passed: 4, failed: 3, skipped: 3 });
  });

  it('counts a report that was never written as a failure', () => {
    const absent = join(folder, 'absent');
    expect([tallyOfJest(absent), tallyOfJunit(absent), tallyOfJunit(file(''))].map((it) => it.failed)).toEqual([
      1, 1, 1,
    ]);
  });

  it('mentions skipped tests only when there are any', () => {
    expect(inWords(sum([oneCheck(true), oneCheck(true)]))).toBe('2 passed, 0 failed');
    expect(inWords(sum([oneCheck(false), { passed: 1, failed: 0, skipped: 4 }]))).toBe('1 passed, 1 failed, 4 skipped');
  });
});
