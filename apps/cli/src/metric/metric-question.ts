import { api, FILLS, GRAINS, type RequestInput } from '@svc/contracts';
import type { Arguments } from '../command/arguments';
import { UsageError } from '../command/usage-error';
import { parseFilter } from './parse-filter';

export type MetricQuestion = RequestInput<typeof api.queryMetric>['body'];

/** The query as typed; the service fills in defaults. */
export function metricQuestion(args: Arguments): MetricQuestion {
  const grain = args.oneOf('grain', GRAINS);
  const fill = args.oneOf('fill', FILLS);
  const timezone = args.text('timezone');
  const limit = args.count('limit');
  const order = listed(args.texts('order')).map(parseOrder);
  return {
    group_by: listed(args.texts('group-by')),
    filters: args.texts('filter').map(parseFilter),
    ...(grain === undefined ? {} : { grain }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(fill === undefined ? {} : { fill }),
    ...(order.length === 0 ? {} : { order }),
    ...(limit === undefined ? {} : { limit }),
    ...(args.flag('totals') ? { totals: true } : {}),
  };
}

const listed = (texts: readonly string[]): string[] =>
  texts
    .flatMap((it) => it.split(','))
    .map((it) => it.trim())
    .filter((it) => it !== '');

/** `revenue:desc`. */
function parseOrder(text: string): { by: string; direction: 'asc' | 'desc' } {
  const [, by = '', direction = 'asc'] = /^(.+?)(?::(\w*))?$/.exec(text) ?? [];
  if (direction !== 'asc' && direction !== 'desc')
    throw new UsageError(`--order expects column, column:asc or column:desc, not "${text}"`);
  return { by, direction };
}
