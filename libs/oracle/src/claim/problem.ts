/** One thing wrong with a document: where (RFC 6901 pointer) and what to do. */
export interface Problem {
  readonly pointer: string;
  readonly message: string;
}

/** Collects problems while a document is read, so that an author sees all of them at once. */
export class Problems {
  readonly list: Problem[] = [];

  add(path: readonly (string | number)[], message: string): void {
    this.list.push({
      pointer: path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
      message,
    });
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

export function isStringList(value: unknown): value is readonly string[] {
  return isList(value) && value.every((item) => typeof item === 'string');
}
