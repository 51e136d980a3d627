import type { Attestation, Problem } from '@svc/oracle';
import type { CommandContext, CommandRun } from '../command/command';
import { CommandError } from '../command/usage-error';
import { attestationText } from '../derivation/attestation-text';
import { EXIT, type ExitCode, worstOf } from '../exit-code';
import { printableLine } from '../terminal/printable';
import { type Case, findCases } from './find-cases';
import { type Judged, judgeCase } from './judge-case';

/**
 * Judges a claim on this machine alone. Prints the attestation, as JSON unless on a
 * terminal; for a folder a line of JSON for each case, and a summary.
 */
export const run: CommandRun = async (args, context) => {
  const { many, cases } = findCases(args, context);
  const codeOf = (judged: Judged): ExitCode =>
    'problems' in judged
      ? EXIT.failure
      : args.flag('require-sound') && judged.verdict !== 'sound'
        ? EXIT.refused
        : EXIT.ok;
  if (!many) {
    const [only] = cases;
    return only === undefined ? EXIT.ok : codeOf(showOne(await judgeCase(only), context));
  }
  const tally = new Map<string, number>();
  const codes: ExitCode[] = [];
  for (const it of cases) {
    const judged = await judgeCase(it);
    const outcome = printLine(it, judged, context);
    tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
    codes.push(codeOf(judged));
  }
  context.terminal.err(
    `${cases.length} cases: ${[...tally]
      .sort()
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}\n`,
  );
  return worstOf(codes);
};

function showOne(judged: Judged, { terminal, json }: CommandContext): Attestation {
  if ('problems' in judged) throw unreadable(judged.problems);
  if (!json && terminal.width !== null) {
    terminal.out(attestationText(judged, terminal));
    return judged;
  }
  const { red, green, yellow } = terminal.errColors;
  const paint = { sound: green, unsound: red, inconclusive: yellow }[judged.verdict];
  terminal.out(`${JSON.stringify(judged, null, 2)}\n`);
  terminal.err(`${paint(judged.verdict)}: ${printableLine(judged.reason)}\n`);
  return judged;
}

function unreadable(problems: readonly Problem[]): CommandError {
  const said = problems
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer} ${message}`))
    .map(printableLine);
  return new CommandError(said.join('\n  '), 'correct the claim or the data, then run the same command again');
}

/** One case as one line; returns how to count it. */
function printLine({ name }: Case, judged: Judged, { terminal }: CommandContext): string {
  if ('problems' in judged) {
    terminal.out(`${JSON.stringify({ case: name, problems: judged.problems })}\n`);
    terminal.err(
      judged.problems
        .map(
          ({ pointer, message }) =>
            `${terminal.errColors.red(printableLine(name))} ${printableLine(`${pointer} ${message}`.trim())}\n`,
        )
        .join(''),
    );
    return 'not judged';
  }
  const { verdict, reason, ...rest } = judged;
  terminal.out(`${JSON.stringify({ case: name, verdict, reason, ...rest })}\n`);
  return verdict;
}
