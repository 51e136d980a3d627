import { Injectable } from '@nestjs/common';
import {
  type JsonFrame,
  type JsonQuery,
  type MetricAnswer,
  metricQuery,
  type MetricQuery,
  ProblemError,
} from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { cellText } from '@svc/charts';
import { mapConcurrently } from '../map-concurrently';
import { QueryMetric } from '../metric/query-metric';
import { panelFrames } from './panel-frames';
import { panelQuery } from './panel-query';
import { panelRefusal } from './panel-refusal';
import { VisibleShapes } from './visible-shapes';

const MAX_CHOICES = 1_000;
/** Concurrent queries of one panel. */
const AT_ONCE = 4;

type JsonTarget = JsonQuery['targets'][number];

/** The values of a panel, a variable or a filter. */
@Injectable()
export class AnswerPanel {
  constructor(
    private readonly shapes: VisibleShapes,
    private readonly querying: QueryMetric,
  ) {}

  /** The targets side by side, a few at a time: a panel of many queries must not crowd out others. */
  async query(query: JsonQuery, context: CallContext): Promise<JsonFrame[]> {
    const frames = await mapConcurrently([...query.targets.entries()], AT_ONCE, ([index, target]) =>
      target.hide === true || target.target === '' ? Promise.resolve([]) : this.target(target, index, query, context),
    );
    return frames.flat();
  }

  private async target(
    target: JsonTarget,
    index: number,
    query: JsonQuery,
    context: CallContext,
  ): Promise<readonly JsonFrame[]> {
    const shape = await this.shapes.of(target.target, context.principal);
    const answer = await this.whole(shape.name, panelQuery(target, query, shape), context).catch((error: unknown) => {
      throw error instanceof ProblemError ? panelRefusal(error, index, query, shape) : error;
    });
    return panelFrames(shape.name, answer, target.refId);
  }

  /** The values of `metric.dimension`, in their order. */
  async values(target: string, context: CallContext): Promise<string[]> {
    const [metric = '', dimension = '', ...rest] = target.split('.');
    if (dimension === '' || rest.length > 0)
      throw new ProblemError(
        'invalid-request',
        `"${target}" is not "metric.dimension", such as "average_delay.carrier".`,
      );
    return this.distinct(metric, dimension, context);
  }

  /** The values of a dimension, by the first metric that declares it. */
  async valuesOf(dimension: string, context: CallContext): Promise<string[]> {
    const shape = (await this.shapes.all(context.principal)).find((it) => it.dimensions.includes(dimension));
    if (shape === undefined)
      throw new ProblemError('undeclared-dimension', `No metric visible to you declares "${dimension}".`);
    return this.distinct(shape.name, dimension, context);
  }

  /** A truncated line would look complete: a panel gets every row or a refusal. */
  private async whole(metric: string, query: MetricQuery, context: CallContext): Promise<MetricAnswer> {
    const answer = await this.querying.query(metric, query, context);
    if (answer.truncated)
      throw new ProblemError(
        'invalid-request',
        `"${metric}" has more than ${answer.row_count.toLocaleString('en-US')} values here: choose a coarser grain, a shorter time range or fewer groups.`,
      );
    return answer;
  }

  private async distinct(metric: string, dimension: string, context: CallContext): Promise<string[]> {
    const { columns, rows } = await this.querying.query(
      metric,
      metricQuery.parse({ group_by: [dimension], limit: MAX_CHOICES }),
      context,
    );
    const [column] = columns;
    return column === undefined
      ? []
      : rows.flatMap(([value]) => (value === null || value === undefined ? [] : [cellText(value, column)]));
  }
}
