import { Controller } from '@nestjs/common';
import {
  checkMetric,
  compileMetric,
  deleteMetric,
  exportMetric,
  getMetric,
  listMetrics,
  metricHistory,
  putMetric,
  queryMetric,
  type RequestOf,
  type ResponseOf,
  requestedAccess,
} from '@svc/contracts';
import { type CallContext, Handles } from '@svc/platform';
import { DefineMetric } from './define-metric';
import { DeleteMetric } from './delete-metric';
import { PrepareQuery } from './prepare-query';
import { QueryMetric } from './query-metric';
import { ReadMetrics } from './read-metrics';

@Controller()
export class MetricController {
  constructor(
    private readonly reading: ReadMetrics,
    private readonly defining: DefineMetric,
    private readonly deleting: DeleteMetric,
    private readonly querying: QueryMetric,
    private readonly preparing: PrepareQuery,
  ) {}

  @Handles(listMetrics)
  list({ query }: RequestOf<typeof listMetrics>, { principal }: CallContext): Promise<ResponseOf<typeof listMetrics>> {
    return this.reading.list(query.limit, query.cursor, principal);
  }

  @Handles(getMetric)
  get({ params }: RequestOf<typeof getMetric>, { principal }: CallContext): Promise<ResponseOf<typeof getMetric>> {
    return this.reading.get(params.name, principal);
  }

  @Handles(metricHistory)
  history(
    { params }: RequestOf<typeof metricHistory>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof metricHistory>> {
    return this.reading.history(params.name, principal);
  }

  @Handles(exportMetric)
  export(
    { params }: RequestOf<typeof exportMetric>,
    { principal }: CallContext,
  ): Promise<ResponseOf<typeof exportMetric>> {
    return this.reading.export(params.name, principal);
  }

  @Handles(putMetric)
  put(
    { params, query, body, if_match }: RequestOf<typeof putMetric>,
    context: CallContext,
  ): Promise<ResponseOf<typeof putMetric>> {
    return this.defining.define(params.name, body, { ifMatch: if_match, said: requestedAccess(query) }, context);
  }

  @Handles(checkMetric)
  check(
    { params, body }: RequestOf<typeof checkMetric>,
    context: CallContext,
  ): Promise<ResponseOf<typeof checkMetric>> {
    return this.defining.check(params.name, body, context);
  }

  @Handles(deleteMetric)
  delete(
    { params, if_match }: RequestOf<typeof deleteMetric>,
    context: CallContext,
  ): Promise<ResponseOf<typeof deleteMetric>> {
    return this.deleting.delete(params.name, if_match, context);
  }

  @Handles(queryMetric)
  query(
    { params, body }: RequestOf<typeof queryMetric>,
    context: CallContext,
  ): Promise<ResponseOf<typeof queryMetric>> {
    return this.querying.query(params.name, body, context);
  }

  @Handles(compileMetric)
  async compile(
    { params, body }: RequestOf<typeof compileMetric>,
    context: CallContext,
  ): Promise<ResponseOf<typeof compileMetric>> {
    const { compiled } = await this.preparing.prepare(params.name, body, context);
    return { sql: compiled.text, parameters: [...compiled.values] };
  }
}
