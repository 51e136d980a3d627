import { type JsonQuery, jsonPointer, type MetricFilter, ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { readOperator } from '../metric/filter/operator';

/** As Grafana 10 and later send them, further values in a member of their own; earlier versions send `adhocFilters`. */
const sent = z
  .array(
    z.looseObject({
      key: z.string().max(256),
      operator: z.string().max(256),
      value: z.string().max(4096).optional(),
      values: z.array(z.string().max(4096)).max(1_000).nullish(),
    }),
  )
  .max(50)
  .nullish();
type Sent = NonNullable<z.infer<typeof sent>>[number];

const SEVERAL: Readonly<Record<string, string>> = { '=|': 'in', '!=|': 'not_in' };

/** The ad-hoc filters of a panel, under either name: ignoring one would give a wrong number. */
export function adhocFilters({ adhocFilters: old, ...query }: JsonQuery): MetricFilter[] {
  const read = sent.safeParse(query['filters']);
  if (!read.success)
    throw new ProblemError('invalid-request', `The ad-hoc filters cannot be read: ${z.prettifyError(read.error)}`);
  return [
    ...old.map((it, at) => filterOf(it, ['body', 'adhocFilters', at])),
    ...(read.data ?? []).map((it, at) => filterOf(it, ['body', 'filters', at])),
  ];
}

function filterOf({ key, operator, value = '', values }: Sent, at: readonly (string | number)[]): MetricFilter {
  const op = SEVERAL[operator] ?? operator;
  if (op.includes('~') || 'unknown' in readOperator(op)) {
    const errors = [{ pointer: jsonPointer([...at, 'operator']), message: 'is not supported here' }];
    throw new ProblemError(
      'invalid-request',
      `A filter with "${operator}" is not supported here: use =, !=, < or >, or a dashboard variable.`,
      { errors },
    );
  }
  return { column: key, op, value: op === operator ? value : (values ?? value.split('|')) };
}
