import { authorNames } from '../command/author-names';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList } from '../command/printing';
import { formulaText, groupsText } from './list-metrics';
import { historyTable } from './metric-history';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const [metric, history] = await Promise.all([client.getMetric({ params }), client.metricHistory({ params })]);
  const nameOf = await authorNames(client, [metric.owner, ...history.items.map((it) => it.author)], context);
  show(context, { ...metric, history: history.items }, () => {
    const fields = fieldList(context.terminal, [
      ['name', metric.name],
      ['label', metric.definition.label ?? null],
      ['description', metric.definition.description ?? null],
      ['value', formulaText(metric)],
      ['grouped by', groupsText(metric)],
      ['owner', nameOf(metric.owner)],
      ['etag', metric.etag],
    ]);
    return `${fields}\n${historyTable(context.terminal, history.items, nameOf)}`;
  });
};
