type Intersection<U> = (U extends unknown ? (it: U) => void : never) extends (it: infer I) => void ? I : never;

/** The members of one part of all that have it, as one object. */
export type Merged<N, Part extends PropertyKey> = Intersection<N extends { readonly [P in Part]: infer V } ? V : never>;

/** Merges one part of all that have it, in their order. */
export function merged<const N extends object, const Part extends string>(
  all: readonly N[],
  part: Part,
): Merged<N, Part>;
export function merged(all: readonly Readonly<Record<string, object>>[], part: string): object {
  return Object.fromEntries(all.flatMap((it) => Object.entries(it[part] ?? {})));
}

/** The names of the members, in their order. */
export function keysOf<const K extends string>(table: Readonly<Record<K, unknown>>): K[];
export function keysOf(table: object): string[] {
  return Object.keys(table);
}
