/** A value as it travelled: its JSON, which its service checked, read only where somebody needs what it says. */
export class ValueAnswer<T> {
  readonly kind = 'value';
  private known: { readonly value: T } | null = null;

  /** @param read the value in `json`, checked: the other service may be of another version, and the type must be true */
  constructor(
    readonly json: Uint8Array,
    private readonly read: () => T,
  ) {}

  static of<T>(value: T): ValueAnswer<T> {
    return new ValueAnswer(Buffer.from(JSON.stringify(value)), () => value);
  }

  /** Throws `ProblemError`: `internal` when the JSON is not what the call promises. */
  get value(): T {
    this.known ??= { value: this.read() };
    return this.known.value;
  }
}
