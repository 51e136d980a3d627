import { Injectable } from '@nestjs/common';
import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import { type FlatRows, type MetricQuery, ProblemError, type VariableValue } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import { QueryMetric } from '../../metric/query-metric';
import { AskTile } from '../tile/ask-tile';
import { chosenValues } from '../variable/bind-variables';
import { ReadDashboards } from '../read-dashboards';
import { tileQuery } from '../tile/tile-query';
import { flatRows } from './flat-rows';
import { typedValues } from './typed-values';

/** More than one of our pictures draws; all rows or a refusal, since a panel could not say that rows are missing. */
const MAX_ROWS = 10_000;

/** Flat rows of one metric or widget. What must not be shown is refused: a panel of another tool shows the refusal. */
@Injectable()
export class ReadWidget {
  constructor(
    private readonly reading: ReadDashboards,
    private readonly asking: AskTile,
    private readonly metrics: QueryMetric,
  ) {}

  async metric(name: string, query: MetricQuery, context: CallContext): Promise<FlatRows> {
    return flatRows(await this.metrics.query(name, query, context));
  }

  async widget(
    name: string,
    id: string,
    variables: Readonly<Record<string, VariableValue>>,
    context: CallContext,
  ): Promise<FlatRows> {
    const { spec } = await this.reading.published(name, context.principal);
    const widgets = spec.pages.flatMap((page) => page.widgets.flatMap((it) => ('bind' in it ? [it] : [])));
    const widget = widgets.find((it) => it.id === id);
    if (widget === undefined) {
      const names = widgets.map((it) => it.id);
      throw new ProblemError(
        'not-found',
        `Dashboard "${name}" has no widget "${id}" with data${didYouMeanOrStop(id, names)}Widgets: ${quotedList(names)}.`,
      );
    }
    const values = chosenValues(spec.variables, typedValues(spec.variables, variables), '/body/variables');
    const { limit = MAX_ROWS } = widget.bind;
    const answer = await this.asking.ask(tileQuery({ ...widget, bind: { ...widget.bind, limit } }, values), context);
    if (answer.truncated && widget.bind.limit === undefined) {
      throw new ProblemError(
        'invalid-request',
        `Widget "${id}" has more than ${MAX_ROWS.toLocaleString('en-US')} rows. Choose fewer, or give the widget a limit to see its first ones.`,
      );
    }
    return flatRows(answer);
  }
}
