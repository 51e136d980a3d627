import { type CommandRun, show } from '../command/command';
import { right, textTable } from '../command/printing';
import { numberText } from './score-text';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const query = { left: args.at(1), right: args.at(2) };
  const compared = await client.compareVersions({ params: { name: args.at(0) }, query });
  const { left, right: other } = compared;
  show(context, compared, () =>
    textTable(
      context.terminal,
      ['', right(`version ${left}`), right(`version ${other}`), right('difference')],
      [
        ['verdict', compared.verdict.left, compared.verdict.right, null],
        ['engine', compared.engine.left, compared.engine.right, null],
        ...compared.metrics.map((it) => [
          it.name,
          numberText(it.left),
          numberText(it.right),
          numberText(it.difference),
        ]),
        ...compared.parameters.map((it) => [it.name, JSON.stringify(it.left), JSON.stringify(it.right), null]),
        ...compared.features.added.map((it) => [`feature ${it}`, 'no', 'yes', null]),
        ...compared.features.removed.map((it) => [`feature ${it}`, 'yes', 'no', null]),
      ],
    ),
  );
  if (!compared.comparable)
    context.terminal.err('The scores are of different rows or targets: they do not say which version is better.\n');
};
