import { didYouMean } from '@svc/closest-name';
import { UsageError } from './usage-error';

/** The parsed arguments and options of a command. */
export class Arguments {
  constructor(
    private readonly positional: readonly string[],
    private readonly options: Readonly<Record<string, unknown>>,
  ) {}

  /** The positional argument at `index`; the command table declares it as required. */
  at(index: number): string {
    return this.positional[index] ?? '';
  }

  /** A positional argument that may be left out. */
  maybe(index: number): string | undefined {
    return this.positional[index];
  }

  /** All positional arguments from `index` on. */
  from(index: number): readonly string[] {
    return this.positional.slice(index);
  }

  /** The value of `--name`. */
  text(name: string): string | undefined {
    const value = this.option(name);
    return typeof value === 'string' ? value : undefined;
  }

  /** An option that may be given several times. */
  texts(name: string): readonly string[] {
    const value = this.option(name);
    return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
  }

  flag(name: string): boolean {
    return this.option(name) === true;
  }

  /** A whole number of at least `least`. */
  count(name: string, least = 1): number | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    if (!/^\d{1,9}$/.test(text) || Number(text) < least)
      throw new UsageError(`--${name} expects a whole number, ${least} or more, not "${text}"`);
    return Number(text);
  }

  /** One of `allowed`. */
  oneOf<T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const found = allowed.find((it) => it === text.toLowerCase());
    if (found === undefined)
      throw new UsageError(`--${name} is one of ${allowed.join(', ')}, not "${text}"${didYouMean(text, allowed)}`);
    return found;
  }

  /** Commander stores `--group-by` as `groupBy`. */
  private option(name: string): unknown {
    return this.options[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
  }
}
