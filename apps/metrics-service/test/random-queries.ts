import type { Column, MetricCondition, MetricFilter, MetricQuery } from '@svc/contracts';
import fc from 'fast-check';
import { cellOf, COARSE, type Era, SHARED, SHARED_NAMES } from './random-cells';

interface Asked {
  readonly time: string;
  readonly era: Era;
  readonly fine: boolean;
  readonly accumulates: boolean;
  /** Its sources store time in one type, so that time may be requested as stored. */
  readonly plain: boolean;
}

export function queryOf({ time, era, fine, accumulates, plain }: Asked): fc.Arbitrary<MetricQuery> {
  const filter = fc.oneof(...SHARED.map((it) => filterOf(it, era)));
  const { condition } = fc.letrec<{ condition: MetricCondition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small' },
      ...(accumulates ? [filter] : [filter, timeFilter(time, era, false)]),
      fc.record({ and: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ or: fc.array(tie('condition'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: tie('condition') }),
    ),
  }));
  const grain = fc.constantFrom(...COARSE, ...(fine ? (['hour', 'minute'] as const) : []));
  return fc
    .record({
      group_by: fc.shuffledSubarray([...SHARED_NAMES, time], { maxLength: 3 }),
      grain: plain && !accumulates ? fc.option(grain, { freq: 2, nil: undefined }) : grain,
      timezone: fc.constantFrom(...era.zones),
      filters: fc.array(fc.oneof(condition, timeFilter(time, era, accumulates)), { maxLength: 2 }),
      fill: fc.constantFrom('none' as const, 'null' as const, 'zero' as const),
      order: fc.constantFrom([], ['value'], ['first']),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
      totals: fc.boolean(),
    })
    .map(({ grain: asked, direction, order, ...it }) => {
      const filled = asked !== undefined && asked !== 'minute';
      const by = order[0] === 'first' ? it.group_by[0] : undefined;
      return {
        ...it,
        ...(asked === undefined ? {} : { grain: asked }),
        fill: filled ? it.fill : 'none',
        totals: it.totals && !accumulates,
        order: by === undefined ? [] : [{ by, direction }],
        limit: 10_000,
      };
    });
}

const plainOps = ['eq', 'neq', 'in', 'not_in'];
const orderOps = ['gt', 'gte', 'lt', 'lte', 'between', 'not_between'];
const textOps = ['contains', 'not_contains', 'starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'];

function filterOf(column: Column, era: Era): fc.Arbitrary<MetricFilter> {
  const cell = cellOf(column.type, era);
  const ops = [
    ...plainOps,
    'is_null',
    'is_not_null',
    ...(column.type === 'boolean' ? [] : orderOps),
    ...(column.type === 'string' ? textOps : []),
  ];
  return fc.constantFrom(...ops).chain((op): fc.Arbitrary<MetricFilter> => {
    if (op.startsWith('is_')) return fc.constant({ column: column.name, op });
    const list = fc.array(fc.option(cell, { freq: 6 }), { maxLength: 4 });
    const value = op.endsWith('between')
      ? fc.tuple(cell, cell).map(([low, high]) => [low, high])
      : plainOps.includes(op)
        ? fc.oneof(fc.option(cell, { freq: 6 }), list)
        : cell;
    return value.map((it) => ({ column: column.name, op, value: it }));
  });
}

function timeFilter(column: string, era: Era, oneStretch: boolean): fc.Arbitrary<MetricFilter> {
  const point = fc.oneof(
    fc.constantFrom(...era.days),
    fc.constantFrom(...era.instants).map((it) => `${it.replace(' ', 'T')}Z`),
    fc.constantFrom(...era.days).map((it) => `${it}T12:30:00`),
  );
  const negated = (op: string): fc.Arbitrary<string> =>
    oneStretch ? fc.constant(op) : fc.constantFrom(op, `not_${op}`);
  return fc
    .oneof(
      fc.record({ op: fc.constantFrom('before', 'before_or_on', 'after', 'after_or_on'), value: point }),
      fc.record({ op: fc.constantFrom('on_date'), value: fc.constantFrom(...era.days) }),
      fc.record({ op: negated('in_date_range'), value: fc.tuple(point, point).map(([from, to]) => [from, to]) }),
      fc.record({ op: negated('in_past'), value: fc.integer({ min: 1, max: 40 }).map((it) => [it, 'day']) }),
      fc.record({ op: fc.constant('in_next'), value: fc.integer({ min: 1, max: 40 }).map((it) => [it, 'day']) }),
      fc.record({ op: negated('in_current'), value: fc.constantFrom(...COARSE) }),
    )
    .map((it) => ({ column, ...it }));
}
