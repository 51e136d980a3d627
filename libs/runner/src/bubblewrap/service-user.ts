/** In whose name a command line runs. */
export interface ServiceUser {
  readonly root?: boolean;
  /** The command line as that user starts it. */
  run(command: readonly string[]): readonly string[];
}

/** The user this process is. */
export function thisUser(): ServiceUser {
  return { root: process.getuid?.() === 0, run: (command) => command };
}
