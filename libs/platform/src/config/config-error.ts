/** The environment cannot be used; every line names a variable and what to do about it, and no line holds a value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}
