import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { attest, type Attestation, parseClaim, type Problem, readCsvTable } from '@svc/oracle';
import type { Arguments } from '../command/arguments';
import type { CommandContext, CommandRun } from '../command/command';
import { CommandError, UsageError } from '../command/usage-error';
import { EXIT, type ExitCode, worstOf } from '../exit-code';
import { printableLine } from '../terminal/printable';

/** A claim about rows, both still files. */
interface Case {
  readonly name: string;
  readonly data: string;
  readonly claim: () => string | Promise<string>;
}

/** Asks the oracle about a claim, on this machine alone. The attestation is the output; people get its gist beside it. */
export const run: CommandRun = async (args, context) => {
  const path = resolve(context.terminal.cwd, args.at(0));
  if (!existsSync(path)) throw new CommandError(`there is no file or folder ${args.at(0)}`);
  const folder = statSync(path).isDirectory();
  const cases = folder ? casesIn(path) : [{ name: args.at(0), data: path, claim: claimGiven(args, context) }];
  const codes: ExitCode[] = [];
  for (const it of cases) codes.push(await checkOne(it, folder, args, context));
  return worstOf(codes);
};

async function checkOne(it: Case, asLine: boolean, args: Arguments, { terminal }: CommandContext): Promise<ExitCode> {
  const result = await judge(it);
  const { red, green, yellow } = terminal.errColors;
  if ('problems' in result) {
    if (asLine) terminal.out(`${JSON.stringify({ case: it.name, problems: result.problems })}\n`);
    terminal.err(result.problems.map((problem) => `${red(it.name)} ${problem.pointer} ${problem.message}\n`).join(''));
    return EXIT.failure;
  }
  terminal.out(asLine ? `${JSON.stringify({ case: it.name, ...result })}\n` : `${JSON.stringify(result, null, 2)}\n`);
  const paint = result.verdict === 'sound' ? green : result.verdict === 'unsound' ? red : yellow;
  if (!asLine) terminal.err(`${paint(result.verdict)}: ${printableLine(result.reason)}\n`);
  return args.flag('require-sound') && result.verdict !== 'sound' ? EXIT.refused : EXIT.ok;
}

async function judge(it: Case): Promise<Attestation | { readonly problems: readonly Problem[] }> {
  const text = await it.claim();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { problems: [{ pointer: '', message: `the claim is not JSON: ${error instanceof Error ? error.message : ''}` }] };
  }
  const table = await readCsvTable(it.data);
  const parsed = parseClaim(json, table.columns);
  return parsed.ok ? attest({ table, claim: parsed.claim }) : { problems: parsed.problems };
}

function claimGiven(args: Arguments, { terminal }: CommandContext): () => string | Promise<string> {
  const given = args.text('claim');
  if (given === undefined) throw new UsageError('--claim is needed: a file with the claim, or - for standard input');
  if (given === '-') return () => terminal.readInput();
  const file = resolve(terminal.cwd, given);
  if (!existsSync(file)) throw new CommandError(`there is no file ${given}`);
  return () => readFileSync(file, 'utf8');
}

/** Folders with a `data.csv` and a `claim.json`: the one given, or those in it, by name. */
function casesIn(path: string): readonly Case[] {
  const at = (folder: string, name: string): Case => ({ name, data: join(folder, 'data.csv'), claim: () => readFileSync(join(folder, 'claim.json'), 'utf8') });
  const holdsCase = (folder: string): boolean => ['data.csv', 'claim.json'].every((it) => existsSync(join(folder, it)));
  if (holdsCase(path)) return [at(path, path)];
  const cases = readdirSync(path).sort().filter((it) => holdsCase(join(path, it))).map((it) => at(join(path, it), it));
  if (cases.length === 0) throw new CommandError(`${path} holds no folder with a data.csv and a claim.json`);
  return cases;
}
