import { Inject, Injectable } from '@nestjs/common';
import {
  json,
  type Job,
  modelTraining,
  ProblemError,
  type ProblemItem,
  type RequestOf,
  modelNoun,
  requestedAccess,
} from '@svc/contracts';
import { type CallContext, JobQueue } from '@svc/platform';
import { RegisterVersion } from '../model/register-version';
import { ENGINES, type Engines } from '../engine/engine.ports';
import { faultsOf, sourceFaults } from './check-request';
import { TRAINING_SOURCES, type TrainingSources } from './training.ports';

type TrainRequest = RequestOf<typeof modelNoun.endpoints.trainModel>;

/** Accepts trainings: everything that can be refused is refused here, and the rows are pinned by their content hash. */
@Injectable()
export class StartTraining {
  constructor(
    private readonly queue: JobQueue,
    @Inject(TRAINING_SOURCES) private readonly sources: TrainingSources,
    private readonly registering: RegisterVersion,
    @Inject(ENGINES) private readonly engines: Engines,
  ) {}

  async start({ body: request, query: access }: TrainRequest, context: CallContext): Promise<Job> {
    requireNone(sourceFaults(request));
    const missing = this.engines.missing(request.engine);
    if (missing !== null) throw new ProblemError('unavailable', missing);
    await this.registering.admit(request.name, requestedAccess(access), context.principal);
    const { source, table } = await this.sources.pin(request, context);
    requireNone(faultsOf(request, table));
    const { principal, credential, traceparent } = context;
    const { rows: _, ...said } = request;
    // As JSON, members that were left out are not there.
    const payload = json.parse(JSON.parse(JSON.stringify({ request: said, source, table, access })));
    return this.queue.submitNamed(modelTraining.name, { payload, principal, credential, traceparent });
  }
}

function requireNone(faults: readonly ProblemItem[]): void {
  if (faults.length === 0) return;
  const said = faults.map((it) => `${it.pointer.replace(/^\/body\/?/, '')} ${it.message}`.trim()).join('; ');
  throw new ProblemError('invalid-request', `The training was not started: ${said}.`, { errors: [...faults] });
}
