import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { printable } from '../terminal/printable';
import { metricQuestion } from './metric-question';

/** The compiled statement, and its values as comments below it. */
export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const compiled = await client.compileMetric({ params: { name: args.at(0) }, body: metricQuestion(args) });
  const values = compiled.parameters.map((it, index) => `-- $${index + 1} = ${printable(JSON.stringify(it))}\n`);
  show(context, compiled, () => `${printable(compiled.sql)}\n${values.join('')}`);
};
