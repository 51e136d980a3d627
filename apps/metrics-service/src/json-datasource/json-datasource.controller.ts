import { Controller } from '@nestjs/common';
import {
  listJsonMetrics,
  listJsonOptions,
  listJsonTagKeys,
  listJsonTagValues,
  listJsonVariable,
  queryJson,
  type RequestOf,
  type ResponseOf,
  testJsonDatasource,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { AnswerPanel } from './answer-panel';
import { ListTargets } from './list-targets';

@Controller()
export class JsonDatasourceController {
  constructor(
    private readonly listing: ListTargets,
    private readonly answering: AnswerPanel,
  ) {}

  @Handles(testJsonDatasource)
  test(): Promise<ResponseOf<typeof testJsonDatasource>> {
    return Promise.resolve({ status: 'ok' });
  }

  @Handles(listJsonMetrics)
  metrics(
    _: RequestOf<typeof listJsonMetrics>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listJsonMetrics>> {
    return this.listing.metrics(principal);
  }

  @Handles(listJsonOptions)
  options(
    { body }: RequestOf<typeof listJsonOptions>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listJsonOptions>> {
    return this.listing.options(body.metric, body.name, principal);
  }

  @Handles(queryJson)
  query({ body }: RequestOf<typeof queryJson>, context: CallContext): Promise<ResponseOf<typeof queryJson>> {
    return this.answering.query(body, context);
  }

  @Handles(listJsonVariable)
  async variable(
    { body }: RequestOf<typeof listJsonVariable>,
    context: CallContext,
  ): Promise<ResponseOf<typeof listJsonVariable>> {
    return (await this.answering.values(body.payload.target, context)).map((it) => ({ __text: it, __value: it }));
  }

  @Handles(listJsonTagKeys)
  tagKeys(
    _: RequestOf<typeof listJsonTagKeys>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof listJsonTagKeys>> {
    return this.listing.dimensions(principal);
  }

  @Handles(listJsonTagValues)
  async tagValues(
    { body }: RequestOf<typeof listJsonTagValues>,
    context: CallContext,
  ): Promise<ResponseOf<typeof listJsonTagValues>> {
    return (await this.answering.valuesOf(body.key, context)).map((text) => ({ text }));
  }
}
