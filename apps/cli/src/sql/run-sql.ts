import type { CommandRun } from '../command/command';
import { answerStatement } from './answer-statement';
import { parametersOf } from './parameters';

export const run: CommandRun = async (args, context) => {
  const sql = args.at(0) === '-' ? await context.terminal.readInput() : args.at(0);
  return answerStatement(
    { sql, parameters: parametersOf(args.texts('param')), limit: args.count('limit'), out: args.text('out') },
    context,
  );
};
