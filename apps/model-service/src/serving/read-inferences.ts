import { Inject, Injectable } from '@nestjs/common';
import type { AccuracyDay, InferenceRecord, Principal } from '@svc/contracts';
import { numberBefore, type Page, pageOf } from '@svc/platform';
import { ReadModels } from '../model/read-models';
import { INFERENCE_TABLE, type InferenceTable, type InvocationFilter, type StoredInvocation } from './serving.ports';
import { whoseOf } from './whose-of';

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The inference table, for those who see the model. */
@Injectable()
export class ReadInferences {
  constructor(
    private readonly models: ReadModels,
    @Inject(INFERENCE_TABLE) private readonly table: InferenceTable,
  ) {}

  async list(
    name: string,
    filter: InvocationFilter,
    { limit, cursor }: PageRequest,
    who: Principal,
  ): Promise<Page<InferenceRecord>> {
    const page = { before: numberBefore(cursor), limit: limit + 1 };
    const found = await this.table.page(name, whoseOf(await this.models.find(name, who), who), filter, page);
    return pageOf(found, limit, (it) => String(it.number), present);
  }

  async accuracy(
    name: string,
    filter: Omit<InvocationFilter, 'outcome'>,
    who: Principal,
  ): Promise<readonly AccuracyDay[]> {
    return this.table.accuracy(name, whoseOf(await this.models.find(name, who), who), filter);
  }
}

function present(it: StoredInvocation): InferenceRecord {
  return {
    request_id: it.requestId,
    at: it.at.toISOString(),
    model: it.model,
    version: it.version,
    asked: it.asked,
    caller: it.caller,
    outcome: it.problem === null ? 'succeeded' : 'failed',
    problem: it.problem,
    duration_ms: it.durationMs,
    rows: it.rows,
    request: it.request,
    request_truncated: it.requestTruncated,
    predictions: it.predictions === null ? null : [...it.predictions],
    predictions_truncated: it.predictionsTruncated,
    trace_id: it.traceId,
  };
}
