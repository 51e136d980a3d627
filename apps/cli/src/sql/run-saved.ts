import type { CommandRun } from '../command/command';
import { UsageError } from '../command/usage-error';
import { answerStatement } from './answer-statement';
import { parametersOf } from './parameters';

export const run: CommandRun = async (args, context) => {
  const given = parametersOf(args.texts('param')) ?? {};
  if (Array.isArray(given)) throw new UsageError('--param: a saved query names its parameters (--param name=value)');
  const client = await context.client();
  const { definition } = await client.getSavedQuery({ params: { name: args.at(0) } });
  const parameters = { ...definition.parameters, ...given };
  return answerStatement(
    {
      sql: definition.sql,
      parameters: Object.keys(parameters).length === 0 ? null : parameters,
      limit: args.count('limit'),
      out: args.text('out'),
    },
    context,
  );
};
