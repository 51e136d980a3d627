/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';

  constructor(
    message: string,
    /** What to do next; without one, to read the help of the command. */
    readonly next: string | null = null,
  ) {
    super(message);
  }
}

/** A command failed for a reason outside of the service: a missing file, for example. */
export class CommandError extends Error {
  override readonly name = 'CommandError';

  constructor(
    message: string,
    /** What to do next. */
    readonly next: string | null = null,
  ) {
    super(message);
  }
}
