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

/** A command could not do its work, for a reason that is not the service's: a file that is missing, say. */
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
