import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CHAMPION, type Invocation, type Predictions, ProblemError } from '@svc/contracts';
import { type CallContext, type Clock, CLOCK } from '@svc/platform';
import { cappedList, cappedPayload } from './payload/capped';
import { countRows, readRows } from './payload/read-rows';
import { probabilitiesWanted } from './payload/read-params';
import { predictRows } from './predict-rows';
import { ServedVersions } from './served-versions';
import { INFERENCE_TABLE, type InferenceTable, type Invoked } from './serving.ports';

export interface InvocationRequest {
  readonly name: string;
  /** A number or an alias; without it the champion. */
  readonly asked: string | undefined;
  readonly body: Invocation;
}

/** Predicts, and answers once the invocation is in the inference table. */
@Injectable()
export class InvokeModel {
  constructor(
    private readonly versions: ServedVersions,
    @Inject(INFERENCE_TABLE) private readonly table: InferenceTable,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** One that reached a version is recorded, also when it fails. */
  async invoke({ name, asked, body }: InvocationRequest, context: CallContext): Promise<Predictions> {
    const started = performance.now();
    const at = this.clock.now();
    const { version } = await this.versions.resolve(name, asked, context.principal);
    const begun = {
      requestId: randomUUID(),
      at,
      model: name,
      version,
      asked: asked ?? CHAMPION,
      caller: context.principal.id,
      rows: countRows(body),
      request: cappedPayload(body),
      traceId: context.traceId,
    };
    const record = (end: Pick<Invoked, 'problem' | 'predictions'>) =>
      this.table.record({ ...begun, ...end, durationMs: performance.now() - started });
    try {
      const predictions = await this.predict({ name, version, body }, context);
      await record({ problem: null, predictions: cappedList(predictions) });
      return { predictions, model_version: version, request_id: begun.requestId };
    } catch (error) {
      const problem = error instanceof ProblemError ? error.code : 'internal';
      if (problem !== 'unavailable') await record({ problem, predictions: null });
      throw error;
    }
  }

  private async predict(
    { name, version, body }: { readonly name: string; readonly version: number; readonly body: Invocation },
    { principal, signal }: CallContext,
  ): Promise<Predictions['predictions']> {
    const served = await this.versions.load(name, version, principal);
    const probabilities = probabilitiesWanted(body.params, served.scorer.classes !== null);
    const rows = readRows(body, served.columns);
    return predictRows(served, rows, { probabilities, signal });
  }
}
