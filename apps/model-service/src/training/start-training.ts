import { Inject, Injectable } from '@nestjs/common';
import {
  json,
  type Job,
  modelTraining,
  ProblemError,
  type RequestOf,
  modelNoun,
  requestedAccess,
} from '@svc/contracts';
import { type CallContext, JobQueue } from '@svc/platform';
import { RegisterVersion } from '../model/register-version';
import { faultsOf } from './check-request';
import { TRAINING_SOURCES, type TrainingSources } from './training.ports';

type TrainRequest = RequestOf<typeof modelNoun.endpoints.trainModel>;

/** Accepts trainings: everything that can be refused is refused here, and the rows are pinned by their content hash. */
@Injectable()
export class StartTraining {
  constructor(
    private readonly queue: JobQueue,
    @Inject(TRAINING_SOURCES) private readonly sources: TrainingSources,
    private readonly registering: RegisterVersion,
  ) {}

  async start({ body: request, query: access }: TrainRequest, context: CallContext): Promise<Job> {
    requireOneSource(request);
    await this.registering.admit(request.name, requestedAccess(access), context.principal);
    const { source, table } = await this.sources.pin(request, context);
    const faults = faultsOf(request, table);
    if (faults.length > 0)
      throw new ProblemError(
        'invalid-request',
        `The training was not started: ${faults.map((it) => `${it.pointer.slice('/body/'.length)} ${it.message}`).join('; ')}.`,
        { errors: faults },
      );
    const { principal, credential, traceparent } = context;
    // As JSON, members that were left out are not there.
    const payload = json.parse(JSON.parse(JSON.stringify({ request, source, table, access })));
    return this.queue.submitNamed(modelTraining.name, { payload, principal, credential, traceparent });
  }
}

function requireOneSource({ dataset, derivation }: TrainRequest['body']): void {
  if ((dataset === undefined) !== (derivation === undefined)) return;
  const message = 'name one source: a dataset or a derivation';
  throw new ProblemError('invalid-request', `To train, ${message}.`, { errors: [{ pointer: '/body', message }] });
}
