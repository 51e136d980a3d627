import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../canonical-json/json-value';
import { jsonPointer } from '../canonical-json/json-pointer';

type Path = readonly (string | number)[];

/** How a shape judges: quickly, and in words. */
interface Judge {
  readonly fits: (value: unknown) => boolean;
  /** Every defect as `pointer: what it must be`; asked only of values that do not fit. */
  readonly defects: (value: unknown, path: Path) => string[];
}

/**
 * What a JSON value must look like. It judges and never rewrites: members it does not know stay, because what was
 * signed is the document as received.
 */
export class Shape<T extends JsonValue> {
  constructor(private readonly judge: Judge) {}

  accepts(value: unknown): value is T {
    return this.judge.fits(value);
  }

  /** Every defect as `pointer: what it must be`; empty if the value has the shape. */
  problems(value: unknown, path: Path = []): string[] {
    return this.judge.fits(value) ? [] : this.judge.defects(value, path);
  }
}

export type ShapeOf<S> = S extends Shape<infer T> ? T : never;

/** A shape from a test of one value and the words for what it must be. */
export function shape<T extends JsonValue>(must: string, fits: (value: unknown) => boolean): Shape<T> {
  return new Shape({ fits, defects: (_, path) => [`${jsonPointer(path)}: must be ${must}`] });
}

export function string(must = 'a string', pattern?: RegExp): Shape<string> {
  return shape(must, (value) => typeof value === 'string' && (pattern === undefined || pattern.test(value)));
}

export function number(): Shape<number> {
  return shape('a finite number', Number.isFinite);
}

export function integer(minimum = -Infinity): Shape<number> {
  const must = minimum === -Infinity ? 'an integer' : `an integer of at least ${minimum}`;
  return shape(must, (value) => Number.isSafeInteger(value) && Number(value) >= minimum);
}

export function literal<const T extends string | number>(...allowed: readonly T[]): Shape<T> {
  return shape(allowed.map((each) => JSON.stringify(each)).join(' or '), (value) =>
    allowed.some((each) => each === value),
  );
}

export function anyObject(): Shape<JsonObject> {
  return shape('an object', isJsonObject);
}

export function nullable<T extends JsonValue>(inner: Shape<T>): Shape<T | null> {
  return new Shape({
    fits: (value) => value === null || inner.accepts(value),
    defects: (value, path) => inner.problems(value, path),
  });
}

export function either<A extends JsonValue, B extends JsonValue>(a: Shape<A>, b: Shape<B>): Shape<A | B> {
  return new Shape({
    fits: (value) => a.accepts(value) || b.accepts(value),
    defects: (value, path) => b.problems(value, path),
  });
}

export function both<A extends JsonValue, B extends A>(a: Shape<A>, b: Shape<B>): Shape<B> {
  return new Shape({
    fits: (value) => a.accepts(value) && b.accepts(value),
    defects: (value, path) => [...a.problems(value, path), ...b.problems(value, path)],
  });
}

export function array<T extends JsonValue>(item: Shape<T>): Shape<readonly T[]> {
  return new Shape({
    fits: (value) => isJsonArray(value) && value.every((each) => item.accepts(each)),
    defects: (value, path) =>
      isJsonArray(value)
        ? value.flatMap((each, index) => item.problems(each, [...path, index]))
        : [`${jsonPointer(path)}: must be an array`],
  });
}

export function record<T extends JsonValue>(member: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return new Shape({
    fits: (value) => isJsonObject(value) && Object.values(value).every((each) => member.accepts(each)),
    defects: (value, path) =>
      isJsonObject(value)
        ? Object.entries(value).flatMap(([name, each]) => member.problems(each, [...path, name]))
        : [`${jsonPointer(path)}: must be an object`],
  });
}

/** An object that has these members; any others are welcome. */
export function object<M extends Readonly<Record<string, Shape<JsonValue>>>>(
  members: M,
): Shape<{ readonly [K in keyof M]: ShapeOf<M[K]> }> {
  const entries = Object.entries(members);
  return new Shape({
    fits: (value) => isJsonObject(value) && entries.every(([name, member]) => member.accepts(own(value, name))),
    defects: (value, path) =>
      isJsonObject(value)
        ? entries.flatMap(([name, member]) => member.problems(own(value, name), [...path, name]))
        : [`${jsonPointer(path)}: must be an object`],
  });
}

/** Own members only: an empty object has no `constructor`. */
function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
