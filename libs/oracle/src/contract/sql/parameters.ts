/** Values bound to `$1`, `$2`, … of one statement, all as text: what a number is bound as depends on the driver. */
export class Parameters {
  private readonly places = new Map<string, number>();

  /** The placeholder of a value; equal texts share a place. */
  add(value: string | number): string {
    const text = String(value);
    const place = this.places.get(text) ?? this.places.size + 1;
    this.places.set(text, place);
    return `CAST($${place} AS ${typeof value === 'number' ? 'DOUBLE' : 'VARCHAR'})`;
  }

  get values(): readonly string[] {
    return [...this.places.keys()];
  }
}
