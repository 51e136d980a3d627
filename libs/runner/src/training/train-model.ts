import { failed, traceOf } from '../sandbox/failure';
import { BadFrame } from '../host/frame-reader';
import type { HostFrame } from '../host/frames';
import type { SandboxLimits } from '../limits';
import type { Host, Runner } from '../runner';
import { OutputFile } from '../host/output-file';
import type { TrainingReport } from '../host/training-frames';
import { noModel, stoppedEngine } from './order-ending';
import type { NoModel, TrainOutcome, TrainRequest } from './trainer';

type Answer = NoModel | { readonly outcome: 'trained'; readonly report: TrainingReport; readonly archiveBytes: number };

/** More than one training reports; an engine that says more is not one of ours. */
const MAX_TRIALS = 500;

/** Trains one model. Rejects only if the output file exists or cannot be written. */
export async function trainModel(runner: Runner, request: TrainRequest): Promise<TrainOutcome> {
  const limits = { ...runner.limits, ...request.limits };
  return OutputFile.during(
    { path: request.outputPath, maxBytes: limits.outputBytes },
    async (output) => checkArchive(await execute(runner, request, limits, output), output),
    ({ outcome }) => outcome === 'trained',
  );
}

async function execute(
  runner: Runner,
  request: TrainRequest,
  limits: SandboxLimits,
  output: OutputFile,
): Promise<TrainOutcome> {
  let answer: Answer | null = null;
  let trials = 0;
  const onFrame = (frame: HostFrame, host: Host): void => {
    if (frame.type === 'progress') {
      const { type: _, ...progress } = frame;
      request.onProgress?.(progress);
      return;
    }
    if (frame.type === 'trial') {
      trials += 1;
      if (trials > MAX_TRIALS) throw new BadFrame(`more than ${MAX_TRIALS} trials`);
      request.onTrial?.(frame.trial);
      return;
    }
    answer = answerOf(frame);
    host.stop({ kind: 'finished' });
  };
  const ending = await runner.execute({
    order: { type: 'train', spec: request.spec },
    mounts: [
      { name: 'training', path: request.rowsPath },
      ...(request.weightsPath === undefined ? [] : [{ name: 'weights', path: request.weightsPath }]),
    ],
    limits,
    output,
    signal: request.signal,
    variation: { threads: request.spec.threads },
    onFrame,
  });
  const stopped = stoppedEngine(ending, limits);
  return { ...(stopped ?? answer ?? failed('killed', 'It ended without a model.')), ...traceOf(ending) };
}

function answerOf(frame: HostFrame): Answer {
  const ended = noModel(frame);
  if (ended !== null) return ended;
  if (frame.type !== 'trained') throw new BadFrame(`${frame.type} answers no training`);
  return { outcome: 'trained', report: frame.report, archiveBytes: 0 };
}

async function checkArchive(outcome: TrainOutcome, file: OutputFile): Promise<TrainOutcome> {
  if (outcome.outcome !== 'trained') return outcome;
  if (await file.looksLike('zip')) return { ...outcome, archiveBytes: file.bytes };
  const { outcome: _, report: __, archiveBytes: ___, ...trace } = outcome;
  return { ...trace, ...failed('bad-output', 'It reported a model, but its output is not an archive.') };
}
