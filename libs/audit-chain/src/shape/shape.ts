import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json/json-value';
import { jsonPointer } from '../canonical-json/json-pointer';

type Path = readonly (string | number)[];

/**
 * What a JSON value must look like. It judges and never rewrites: members it does not know stay, because what was
 * signed is the document as received.
 */
export class Shape<T extends JsonValue> {
  readonly #find: (value: unknown, path: Path) => string[];

  constructor(find: (value: unknown, path: Path) => string[]) {
    this.#find = find;
  }

  /** Every defect as `pointer: what it must be`; empty if the value has the shape. */
  problems(value: unknown, path: Path = []): string[] {
    return this.#find(value, path);
  }

  accepts(value: unknown): value is T {
    return this.#find(value, []).length === 0;
  }
}

export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

/** A shape from a test of one value and the words for what it must be. */
export function shape<T extends JsonValue>(must: string, test: (value: unknown) => boolean): Shape<T> {
  return new Shape((value, path) => (test(value) ? [] : [`${jsonPointer(path)}: must be ${must}`]));
}

export function string(must = 'a string', pattern = /^/): Shape<string> {
  return shape(must, (value) => typeof value === 'string' && pattern.test(value));
}

export function number(): Shape<number> {
  return shape('a finite number', Number.isFinite);
}

export function integer(minimum = -Infinity): Shape<number> {
  const must = minimum === -Infinity ? 'an integer' : `an integer of at least ${minimum}`;
  return shape(must, (value) => Number.isSafeInteger(value) && Number(value) >= minimum);
}

export function literal<const T extends string | number>(...allowed: readonly T[]): Shape<T> {
  return shape(allowed.map((each) => JSON.stringify(each)).join(' or '), (value) => allowed.some((each) => each === value));
}

export function anyObject(): Shape<JsonObject> {
  return shape('an object', isJsonObject);
}

export function nullable<T extends JsonValue>(inner: Shape<T>): Shape<T | null> {
  return new Shape((value, path) => (value === null ? [] : inner.problems(value, path)));
}

export function either<A extends JsonValue, B extends JsonValue>(a: Shape<A>, b: Shape<B>): Shape<A | B> {
  return new Shape((value, path) => (a.accepts(value) ? [] : b.problems(value, path)));
}

export function both<A extends JsonValue, B extends A>(a: Shape<A>, b: Shape<B>): Shape<B> {
  return new Shape((value, path) => [...a.problems(value, path), ...b.problems(value, path)]);
}

export function array<T extends JsonValue>(item: Shape<T>): Shape<readonly T[]> {
  return new Shape((value, path) => {
    if (!isJsonArray(value)) return [`${jsonPointer(path)}: must be an array`];
    return value.flatMap((each, index) => item.problems(each, [...path, index]));
  });
}

export function record<T extends JsonValue>(member: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return new Shape((value, path) => {
    if (!isJsonObject(value)) return [`${jsonPointer(path)}: must be an object`];
    return Object.entries(value).flatMap(([name, each]) => member.problems(each, [...path, name]));
  });
}

/** An object that has these members; any others are welcome. */
export function object<M extends Readonly<Record<string, Shape<JsonValue>>>>(
  members: M,
): Shape<{ readonly [K in keyof M]: ShapeOf<M[K]> }> {
  return new Shape((value, path) => {
    if (!isJsonObject(value)) return [`${jsonPointer(path)}: must be an object`];
    return Object.entries(members).flatMap(([name, member]) =>
      member.problems(Object.hasOwn(value, name) ? value[name] : undefined, [...path, name]),
    );
  });
}
