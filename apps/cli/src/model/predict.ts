import { type CommandRun, show } from '../command/command';
import { printableLine } from '../terminal/printable';
import { readInvocation } from './read-rows';

/** One prediction a line, so that it can be pasted beside its rows; which version answered is said on standard error. */
export const run: CommandRun = async (args, context) => {
  const name = args.at(0);
  const rows = await readInvocation(args.at(1), context);
  const version = args.text('version');
  const client = await context.client();
  const answer = await client.invokeModel({
    params: { name },
    query: version === undefined ? {} : { version },
    body: args.flag('probabilities') ? { ...rows, params: { ...rows.params, probabilities: true } } : rows,
  });
  show(context, answer, () => answer.predictions.map(lineOf).join(''));
  if (!context.json) context.terminal.err(`version ${answer.model_version} of ${name}; request ${answer.request_id}\n`);
};

function lineOf(prediction: unknown): string {
  const texts = Array.isArray(prediction) ? prediction : [prediction];
  return `${texts.map((it) => printableLine(String(it))).join('\t')}\n`;
}
