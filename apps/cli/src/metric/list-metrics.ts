import type { Metric } from '@svc/contracts';
import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { show } from '../command/command';
import { right, shortTime, textTable } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listMetrics({ query: cursor === undefined ? {} : { cursor } }));
  show(context, items, () =>
    textTable(context.terminal, ['name', 'value', 'grouped by', right('version'), 'updated', 'label'],
      items.map((it) => [it.name, formulaText(it), groupsText(it), it.version, shortTime(it.updated_at), it.definition.label ?? ''])));
};

/** `sum(delay) of departures`, `delayed / departures`. */
export function formulaText({ definition }: Metric): string {
  if (definition.type === 'ratio') return `${definition.numerator} / ${definition.denominator}`;
  return `${definition.measure.agg}(${definition.measure.column ?? '*'}) of ${definition.source}`;
}

/** `date by month, carrier, origin`. */
export function groupsText({ definition }: Metric): string {
  const { timeDimension: time, dimensions } = definition;
  const times = time === undefined ? [] : [time.grain === undefined ? time.column : `${time.column} by ${time.grain}`];
  return [...times, ...(dimensions ?? ['what both share'])].join(', ');
}
