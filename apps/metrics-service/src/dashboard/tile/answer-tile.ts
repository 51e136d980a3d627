import { Injectable, Inject } from '@nestjs/common';
import {
  type DashboardVariable,
  type DashboardWidget,
  type FilterWidget,
  objectName,
  ProblemError,
  type TileData,
} from '@svc/contracts';
import { type CallContext, LOGGER, problemOf } from '@svc/platform';
import type { Logger } from 'pino';
import { z } from 'zod';
import { AskTile } from './ask-tile';
import type { VariableValues } from '../variable/bind-variables';
import type { Choice } from '../variable/choice';
import { OfferOptions } from '../variable/offer-options';
import { tileQuery } from './tile-query';

const uncertified = z.object({ sources: z.array(z.object({ name: objectName, reason: z.string() })).min(1) });

/** The content of a tile, whatever happens: a refusal or a defect affects the tile, never the page. */
@Injectable()
export class AnswerTile {
  constructor(
    private readonly asking: AskTile,
    private readonly options: OfferOptions,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async answer(
    widget: DashboardWidget,
    variables: readonly DashboardVariable[],
    values: VariableValues,
    context: CallContext,
  ): Promise<TileData> {
    const tile = { id: widget.id, type: widget.type, title: widget.title ?? '' };
    if (widget.type === 'text') return { ...tile, state: 'text', content: widget.content };
    try {
      if (widget.type === 'filter')
        return { ...tile, state: 'filter', ...(await this.choice(widget, variables, values, context)) };
      const { columns, rows, row_count, truncated, sql, cached, sources } = await this.asking.ask(
        tileQuery(widget, values),
        context,
      );
      return { ...tile, state: 'answered', answer: { columns, rows, row_count, truncated, sql, cached }, sources };
    } catch (error) {
      const refused =
        error instanceof ProblemError && error.code === 'uncertified-source'
          ? uncertified.safeParse(error.facts.data)
          : null;
      if (refused?.success === true) return { ...tile, state: 'uncertified', sources: refused.data.sources };
      if (!(error instanceof ProblemError))
        this.log.error({ err: error, trace_id: context.traceId, widget: widget.id }, 'a tile could not be answered');
      return { ...tile, state: 'failed', problem: problemOf(error, context.traceId) };
    }
  }

  private async choice(
    { variable }: FilterWidget,
    variables: readonly DashboardVariable[],
    values: VariableValues,
    context: CallContext,
  ): Promise<Choice> {
    const found = variables.find((it) => it.name === variable);
    if (found === undefined) throw new Error(`a dashboard without its variable "${variable}"`);
    const { name, label = name, type, control } = found;
    return {
      variable: { name, label, type, control },
      value: values.get(name) ?? null,
      options: await this.options.offer(found, context),
    };
  }
}
