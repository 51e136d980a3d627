import { didYouMean } from '@svc/closest-name';
import type { Problems } from '../claim/problem';

export type Path = readonly (string | number)[];
type Source = Readonly<Record<string, unknown>>;

/** Reads members of a closed document, collecting problems instead of throwing. */
export class Reader {
  constructor(readonly problems: Problems) {}

  keys(source: Source, path: Path, known: readonly string[]): void {
    for (const key of Object.keys(source)) {
      if (!known.includes(key)) this.problems.add([...path, key], `is not known here${didYouMean(key, known)}`);
    }
  }

  text(
    source: Source,
    key: string,
    path: Path,
    { max, required = false }: { max: number; required?: boolean },
  ): string | undefined {
    const value = source[key];
    if (value === undefined && !required) return undefined;
    if (typeof value === 'string' && value.length >= 1 && value.length <= max) return value;
    this.problems.add([...path, key], `must be a text of 1 to ${max} characters`);
    return undefined;
  }

  flag(source: Source, key: string, path: Path): boolean | undefined {
    const value = source[key];
    if (value === undefined || typeof value === 'boolean') return value;
    this.problems.add([...path, key], 'must be true or false');
    return undefined;
  }

  number(
    source: Source,
    key: string,
    path: Path,
    { whole = false, least = -Infinity }: { whole?: boolean; least?: number } = {},
  ): number | undefined {
    const value = source[key];
    if (value === undefined) return undefined;
    if (typeof value === 'number' && Number.isFinite(value) && value >= least && (!whole || Number.isInteger(value)))
      return value;
    this.problems.add(
      [...path, key],
      `must be a ${whole ? 'whole ' : ''}number${least === -Infinity ? '' : `, ${least} or more`}`,
    );
    return undefined;
  }

  /** Names of declared fields, at least one, no repeats. */
  fieldNames(value: unknown, path: Path, known: readonly string[]): readonly string[] | undefined {
    if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string')) {
      this.problems.add(path, 'must list at least one field');
      return undefined;
    }
    const names: readonly string[] = value.map(String);
    names.forEach((name, i) => {
      if (!known.includes(name))
        this.problems.add([...path, i], `"${name}" is not a declared field${didYouMean(name, known)}`);
      if (names.indexOf(name) < i) this.problems.add([...path, i], `"${name}" is listed twice`);
    });
    return names;
  }
}
