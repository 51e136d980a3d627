import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { modelTraining, requestedAccess } from '@svc/contracts';
import { JobQueue, type JobRun } from '@svc/platform';
import type { TrainingProgress } from '@svc/runner';
import type { z } from 'zod';
import { RegisterVersion } from '../model/register-version';
import { TrainVersion } from './train-version';
import { trainingClaim } from './training-claim';
import { TRAINING_LIMITS, type TrainingLimits } from './training-limits';
import { DATA_JUDGE, type DataJudge } from './training.ports';
import { versionOf } from './version-of';

type Payload = z.output<typeof modelTraining.payload>;
type Detail = z.input<typeof modelTraining.progress>;
type Result = z.input<typeof modelTraining.result>;

const STEPS = 100;
/** How far a training is at the beginning of each phase; the search is most of it. */
const BEGINS: Readonly<Record<TrainingProgress['phase'], number>> = {
  reading: 3,
  searching: 5,
  fitting: 90,
  judging: 93,
  explaining: 95,
  packing: 98,
};
const NO_TRIALS = { complete: 0, pruned: 0, failed: 0 };

/** Trainings as jobs: judged, searched, registered. */
@Injectable()
export class TrainingJobs implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    @Inject(DATA_JUDGE) private readonly judge: DataJudge,
    private readonly training: TrainVersion,
    private readonly registering: RegisterVersion,
    @Inject(TRAINING_LIMITS) private readonly limits: TrainingLimits,
  ) {}

  onModuleInit(): void {
    const { concurrency, perCaller: maxOpen } = this.limits;
    this.queue.work(modelTraining, (payload, run) => this.run(payload, run), { concurrency, spare: 0, maxOpen });
  }

  private async run({ request, source, table, access }: Payload, run: JobRun<Detail>): Promise<Result> {
    const at = (done: number, phase: Detail['phase'], message: string): void =>
      run.progress(done, STEPS, message, { phase, trials: NO_TRIALS, best: null, seconds_left: request.time_budget });
    at(0, 'judging', 'the oracle judges the data for leaks');
    const attestation = await this.judge.judge(table, trainingClaim(request, table.columns), run);
    at(2, 'installing', 'preparing the engine');
    const made = await this.training.train({
      job: run.id,
      of: { request, source, attestation },
      object: table.object,
      signal: run.signal,
      onInstall: (line) => at(2, 'installing', line.replace(/^provision: /, '')),
      onProgress: (progress) => tell(run, progress, request.time_budget),
    });
    const content = versionOf({ request, source, attestation, ...made });
    const trained = { name: request.name, content, job: run.id, said: requestedAccess(access) };
    const { version, champion } = await this.registering.register(trained, run.principal);
    return {
      name: request.name,
      version,
      champion,
      verdict: content.verdict,
      verdict_reason: content.verdict_reason,
      estimator: content.estimator,
      metric: content.metric.name,
      metrics: content.metrics,
      baseline: content.baseline.metrics,
    };
  }
}

const DOING: Readonly<Record<TrainingProgress['phase'], string>> = {
  reading: 'reading the rows',
  searching: 'searching',
  fitting: 'fitting the best model on all training rows',
  judging: 'scoring on the rows held out',
  explaining: 'explaining the model',
  packing: 'packing the model and its evidence',
};

function messageOf({ phase, message, trials, best, seconds_left: left }: TrainingProgress): string {
  if (message !== '') return message;
  if (phase !== 'searching') return DOING[phase];
  const tried = trials.complete + trials.pruned + trials.failed;
  const score = best === null ? '' : `, best score ${Number(best.toPrecision(4))}`;
  return `searching: ${tried} trials${score}, ${Math.round(left)} s left`;
}

function tell(run: JobRun<Detail>, progress: TrainingProgress, budget: number): void {
  const { phase, trials, best, seconds_left } = progress;
  const searched = phase === 'searching' ? 85 * (1 - Math.min(1, seconds_left / budget)) : 0;
  run.progress(Math.round(BEGINS[phase] + searched), STEPS, messageOf(progress), {
    phase: phase === 'judging' ? 'scoring' : phase,
    trials,
    best,
    seconds_left,
  });
}
