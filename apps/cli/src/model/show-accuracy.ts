import { type CommandRun, showList } from '../command/command';
import { right, textTable } from '../command/printing';
import { numberText } from './score-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const version = args.count('version');
  const { items } = await client.getAccuracy({ params: { name: args.at(0) }, query: { version } });
  showList(context, items, () =>
    textTable(
      context.terminal,
      ['day', right('version'), right('labelled'), right('accuracy'), right('rmse'), right('mae')],
      items.map((it) => [
        it.day,
        it.version,
        it.labelled,
        numberText(it.accuracy),
        numberText(it.rmse),
        numberText(it.mae),
      ]),
    ),
  );
};
