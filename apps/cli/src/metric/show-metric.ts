import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { fieldList, right, shortTime, textTable } from '../command/printing';
import { formulaText, groupsText } from './list-metrics';

export const run: CommandRun = async (args, context) => {
  const client = await context.client();
  const params = { name: args.at(0) };
  const [metric, history] = await Promise.all([client.getMetric({ params }), client.metricHistory({ params })]);
  show(context, { ...metric, history: history.items }, () => {
    const fields = fieldList(context.terminal, [
      ['name', metric.name], ['label', metric.definition.label ?? null], ['description', metric.definition.description ?? null],
      ['value', formulaText(metric)], ['grouped by', groupsText(metric)], ['owner', metric.owner], ['etag', metric.etag],
    ]);
    const versions = textTable(context.terminal, [right('version'), 'at', 'by', 'change'], history.items.map((it) => [it.version, shortTime(it.created_at), it.author, it.change]));
    return `${fields}\n${versions}`;
  });
};
