import type { CumulativeMetric, Metric } from '@svc/contracts';
import { allPages } from '../command/all-pages';
import type { CommandRun } from '../command/command';
import { showList } from '../command/command';
import { extra, prose, right, shortTime, textTable, whole } from '../command/printing';

export const run: CommandRun = async (_, context) => {
  const client = await context.client();
  const items = await allPages((cursor) => client.listMetrics({ query: cursor === undefined ? {} : { cursor } }));
  showList(context, items, () =>
    textTable(
      context.terminal,
      [
        whole('name'),
        prose('value'),
        prose('grouped by'),
        extra(3, right('version')),
        extra(2, whole('updated')),
        extra(1, 'label'),
      ],
      items.map((it) => [
        it.name,
        formulaText(it),
        groupsText(it),
        it.version,
        shortTime(it.updated_at),
        it.definition.label ?? '',
      ]),
    ),
  );
};

/** `sum(delay) of departures`, `delayed / departures`, `revenue over the last 7 days`. */
export function formulaText({ definition }: Metric): string {
  switch (definition.type) {
    case 'simple':
      return `${definition.measure.agg}(${definition.measure.column ?? '*'}) of ${definition.source}`;
    case 'ratio':
      return `${definition.numerator} / ${definition.denominator}`;
    case 'derived':
      return definition.expression;
    case 'cumulative':
      return `${definition.metric} ${windowText(definition)}`;
  }
}

function windowText({ window, toDate }: CumulativeMetric): string {
  if (window !== undefined) return `over the last ${window.count} ${window.grain}${window.count === 1 ? '' : 's'}`;
  return toDate === undefined ? 'so far' : `in the ${toDate} to date`;
}

/** `date by month, carrier, origin`. */
export function groupsText({ definition }: Metric): string {
  const { timeDimension: time, dimensions } = definition;
  const times = time === undefined ? [] : [time.grain === undefined ? time.column : `${time.column} by ${time.grain}`];
  return [...times, ...(dimensions ?? ['the dimensions its metrics share'])].join(', ');
}
