import { failed, traceOf } from '../sandbox/failure';
import { BadFrame } from '../host/frame-reader';
import type { HostFrame } from '../host/frames';
import type { SandboxLimits } from '../limits';
import type { Host, Runner } from '../runner';
import { OutputFile } from '../host/output-file';
import type { TrainingReport } from '../host/training-frames';
import { noModel, stoppedEngine } from './order-ending';
import type { NoModel, ScoreOutcome, ScoreRequest } from './trainer';

type Answer =
  NoModel | { readonly outcome: 'scored'; readonly rows: number; readonly classes: TrainingReport['classes'] };

/** Scores rows with the model of an archive. Rejects only if the output file exists or cannot be written. */
export async function scoreRows(runner: Runner, request: ScoreRequest): Promise<ScoreOutcome> {
  const limits = { ...runner.limits, ...request.limits };
  return OutputFile.during(
    { path: request.outputPath, maxBytes: limits.outputBytes },
    async (output) => checkPredictions(await execute(runner, request, limits, output), output),
    ({ outcome }) => outcome === 'scored',
  );
}

async function execute(
  runner: Runner,
  { rowsPath, archivePath, params = {}, signal }: ScoreRequest,
  limits: SandboxLimits,
  output: OutputFile,
): Promise<ScoreOutcome> {
  let answer: Answer | null = null;
  const onFrame = (frame: HostFrame, host: Host): void => {
    if (frame.type === 'progress') return;
    answer = answerOf(frame);
    host.stop({ kind: 'finished' });
  };
  const mounts = [
    { name: 'rows', path: rowsPath },
    { name: 'model', path: archivePath },
  ];
  const ending = await runner.execute({ order: { type: 'score', params }, mounts, limits, output, signal, onFrame });
  const stopped = stoppedEngine(ending, limits);
  return { ...(stopped ?? answer ?? failed('killed', 'It ended without predictions.')), ...traceOf(ending) };
}

function answerOf(frame: HostFrame): Answer {
  const ended = noModel(frame);
  if (ended !== null) return ended;
  if (frame.type !== 'scored') throw new BadFrame(`${frame.type} answers no scoring`);
  return { outcome: 'scored', rows: frame.rows, classes: frame.classes };
}

async function checkPredictions(outcome: ScoreOutcome, file: OutputFile): Promise<ScoreOutcome> {
  if (outcome.outcome !== 'scored' || (await file.looksLike('parquet'))) return outcome;
  const { outcome: _, rows: __, classes: ___, ...trace } = outcome;
  return { ...trace, ...failed('bad-output', 'It reported predictions, but its output is not a Parquet file.') };
}
