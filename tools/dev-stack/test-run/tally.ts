import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The number of tests by outcome. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const NOTHING: Tally = { passed: 0, failed: 0, skipped: 0 };

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    NOTHING,
  );
}

/** A check that holds or does not, such as lint, counts as one test. */
export function oneCheck(holds: boolean): Tally {
  return holds ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** `12 passed, 0 failed`, and how many were skipped if any were. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`;
}

const jestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  /** Files that could not be run at all; their tests are in no other number. */
  numRuntimeErrorTestSuites: z.int(),
});

/** Reads what `jest --json --outputFile` wrote; a missing report is one failure. */
export function tallyOfJest(file: string): Tally {
  try {
    const it = jestReport.parse(JSON.parse(readFileSync(file, 'utf8')));
    return {
      passed: it.numPassedTests,
      failed: it.numFailedTests + it.numRuntimeErrorTestSuites,
      skipped: it.numPendingTests + it.numTodoTests,
    };
  } catch {
    return oneCheck(false);
  }
}

const jestDurations = z.object({
  testResults: z.array(z.object({ name: z.string(), startTime: z.number(), endTime: z.number() })),
});

/** How long each spec file of a `jest --json` report took; none without a report. */
export function durationsOfJest(report: string): { readonly file: string; readonly seconds: number }[] {
  try {
    return jestDurations
      .parse(JSON.parse(readFileSync(report, 'utf8')))
      .testResults.map(({ name, startTime, endTime }) => ({ file: name, seconds: (endTime - startTime) / 1000 }));
  } catch {
    return [];
  }
}

/** Reads what `pytest --junitxml` wrote; a missing report is one failure. */
export function tallyOfJunit(file: string): Tally {
  try {
    const suites = [...readFileSync(file, 'utf8').matchAll(/<testsuite ([^>]*)>/g)].map((it) => it[1] ?? '');
    const count = (name: string): number =>
      suites.reduce((total, text) => total + Number(new RegExp(`\\b${name}="(\\d+)"`).exec(text)?.[1] ?? 0), 0);
    const failed = count('failures') + count('errors');
    return suites.length === 0
      ? oneCheck(false)
      : { passed: count('tests') - failed - count('skipped'), failed, skipped: count('skipped') };
  } catch {
    return oneCheck(false);
  }
}
