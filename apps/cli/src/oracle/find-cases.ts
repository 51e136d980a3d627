import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Arguments } from '../command/arguments';
import type { CommandContext } from '../command/command';
import { CommandError, UsageError } from '../command/usage-error';

/** A claim about rows, neither loaded yet. */
export interface Case {
  readonly name: string;
  /** CSV or Parquet. */
  readonly data: string;
  readonly claim: () => string | Promise<string>;
}

export interface FoundCases {
  /** From a folder; else there is exactly one. */
  readonly many: boolean;
  readonly cases: readonly Case[];
}

const DATA_FILES = ['data.csv', 'data.parquet'] as const;
const CLAIM_FILE = 'claim.json';

/** The cases of `svc oracle check <data>`: one file with the given claim, or every case of a folder. */
export function findCases(args: Arguments, context: CommandContext): FoundCases {
  const given = args.at(0);
  const path = resolve(context.terminal.cwd, given);
  if (!existsSync(path)) throw new CommandError(`no such file or folder: ${given}`);
  if (!statSync(path).isDirectory())
    return { many: false, cases: [{ name: given, data: path, claim: claimGiven(args, context) }] };
  if (args.text('claim') !== undefined)
    throw new UsageError('--claim goes with one data file; in a folder every case has its own claim.json');
  return { many: true, cases: casesIn(path, given) };
}

function claimGiven(args: Arguments, { terminal }: CommandContext): Case['claim'] {
  const given = args.text('claim');
  if (given === undefined) throw new UsageError('--claim is needed: a file with the claim, or - for standard input');
  if (given === '-') return () => terminal.readInput();
  const file = resolve(terminal.cwd, given);
  if (!existsSync(file)) throw new CommandError(`no such file: ${given}`);
  return () => readFileSync(file, 'utf8');
}

/** Folders with data and a claim: the given one, or those in it, by name. */
function casesIn(path: string, given: string): readonly Case[] {
  const own = caseIn(path, given);
  if (own !== null) return [own];
  const cases = readdirSync(path)
    .sort()
    .flatMap((name) => caseIn(join(path, name), name) ?? []);
  if (cases.length === 0)
    throw new CommandError(
      `no folder in ${given} has both ${DATA_FILES.join(' or ')} and ${CLAIM_FILE}`,
      'give a folder whose folders hold a case each',
    );
  return cases;
}

function caseIn(folder: string, name: string): Case | null {
  const data = DATA_FILES.map((it) => join(folder, it)).find((it) => existsSync(it));
  const claim = join(folder, CLAIM_FILE);
  return data === undefined || !existsSync(claim) ? null : { name, data, claim: () => readFileSync(claim, 'utf8') };
}
