/** What the machine around us offers: where programs lie and who we are. */
export interface Machine {
  /** Directories of PATH, in order. */
  readonly path: readonly string[];
  readonly root: boolean;
}

/** Reads the machine from the environment; the only reader of `process.env` in this library. */
export function thisMachine(): Machine {
  return {
    path: (process.env['PATH'] ?? '').split(':').filter((directory) => directory !== ''),
    root: process.getuid?.() === 0,
  };
}

/** The environment that private servers get: enough to find programs, nothing that changes their language or behaviour. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C' };
}

/** What an app under test inherits before its own variables are laid over it; it finds `programs` as in a stack. */
export function appEnvironment(programs: string): Record<string, string> {
  return {
    PATH: `${programs}:${process.env['PATH'] ?? '/usr/bin:/bin'}`,
    HOME: process.env['HOME'] ?? '/',
    NODE_ENV: 'test',
  };
}

/** Whether `./svc test --all` runs: `SVC_TEST_ALL=1`. */
export function everyTest(): boolean {
  return process.env['SVC_TEST_ALL'] === '1';
}
