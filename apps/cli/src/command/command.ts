import type { Client, OwnedKind } from '@svc/contracts';
import type { ExitCode } from '../exit-code';
import type { Settings } from '../settings';
import type { Terminal } from '../terminal/terminal';
import type { Arguments } from './arguments';

/** The context in which a command runs. */
export interface CommandContext {
  readonly terminal: Terminal;
  /** For programs: one JSON document on standard output. */
  readonly json: boolean;
  /** The service's address and the token; throws a UsageError that says how to set them. */
  readonly settings: () => Settings;
  /** The typed client; loaded on first use, so that commands that do not need it start fast. */
  readonly client: () => Promise<Client>;
}

/** Runs a command; returning nothing means 0. Problems are thrown. */
export type CommandRun = (args: Arguments, context: CommandContext) => Promise<ExitCode | void>;

export interface OptionSpec {
  /** As commander takes it: `--limit <n>`. */
  readonly flags: string;
  readonly text: string;
  /** May be given several times. */
  readonly many?: boolean;
}

/** One command, as help shows it. Its code is loaded only when it runs. */
export interface CommandSpec {
  /** `metric query`. */
  readonly words: string;
  readonly summary: string;
  /** As commander takes them: `<name>`, `[dir]`, `<files...>`. */
  readonly arguments?: readonly (readonly [string, string])[];
  readonly options?: readonly OptionSpec[];
  readonly examples?: readonly string[];
  /** The kinds of objects that its first argument names, where these are not its noun. */
  readonly names?: readonly OwnedKind[];
  readonly load: () => Promise<{ readonly run: CommandRun }>;
}

/** The commands about one noun. */
export interface CommandGroup {
  /** The first word of its commands; a command of one word stands by itself. */
  readonly noun: string;
  /** As help explains the noun. */
  readonly meaning: string;
  readonly commands: readonly CommandSpec[];
}

/** Prints a list: for programs in the common shape of the API's lists. */
export function showList(
  context: CommandContext,
  items: readonly unknown[],
  people: () => string,
  nextCursor: string | null = null,
): void {
  show(context, { items, next_cursor: nextCursor }, people);
}

/** Prints `value` as JSON for programs, or as `people` formats it. */
export function show(context: CommandContext, value: unknown, people: () => string): void {
  const text = context.json ? JSON.stringify(value, null, 2) : people();
  context.terminal.out(text.endsWith('\n') || text === '' ? text : `${text}\n`);
}
