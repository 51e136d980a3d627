import { failed, type Failure, reportedFailure, stoppedFailure, traceOf } from './failure';
import { BadFrame } from '../host/frame-reader';
import type { HostFrame } from '../host/frames';
import type { SandboxLimits } from '../limits';
import type { RunOutcome, RunOutput } from './run-outcome';
import type { Host, Runner } from '../runner';
import type { RunRequest } from './sandbox';
import { SqlRequests } from './sql-requests';
import { OutputFile } from '../host/output-file';

type Answer = Failure | { readonly outcome: 'succeeded'; readonly output: RunOutput };

/** Runs one derivation. Rejects only if the output file exists or cannot be written. */
export async function runDerivation(runner: Runner, request: RunRequest): Promise<RunOutcome> {
  const limits = { ...runner.limits, ...request.limits };
  return OutputFile.during(
    { path: request.outputPath, maxBytes: limits.outputBytes },
    async (output) => checkTable(await execute(runner, request, limits, output), output),
    (outcome) => outcome.outcome === 'succeeded' && outcome.output.kind === 'table',
  );
}

async function execute(
  runner: Runner,
  request: RunRequest,
  limits: SandboxLimits,
  output: OutputFile,
): Promise<RunOutcome> {
  let answer: Answer | null = null;
  const queries = new SqlRequests(request.sql);
  const onFrame = (frame: HostFrame, host: Host): void => {
    if (frame.type === 'sql_request') {
      queries.answer(frame, host);
      return;
    }
    answer = answerOf(frame, request.outputPath);
    host.stop({ kind: 'finished' });
  };
  const { files, entry, params, inputs, signal, variation = {} } = request;
  const order = {
    type: 'run',
    files,
    entry,
    function: request.function,
    params,
    clock_offset_seconds: variation.clockOffsetSeconds ?? 0,
  } as const;
  const mounts = inputs.map(({ name, parquetPath }) => ({ name, path: parquetPath }));
  const ending = await runner.execute({ order, mounts, limits, output, variation, signal, onFrame });
  await queries.stop();
  const stopped = stoppedFailure(ending, limits);
  return { ...(stopped ?? answer ?? failed('killed', 'It ended without a result.')), ...traceOf(ending) };
}

function answerOf(frame: HostFrame, outputPath: string): Answer {
  switch (frame.type) {
    case 'result':
      return {
        outcome: 'succeeded',
        output: frame.output.kind === 'table' ? { kind: 'table', parquetPath: outputPath, bytes: 0 } : frame.output,
      };
    case 'failure':
      return reportedFailure(frame);
    default:
      throw new BadFrame(`${frame.type} answers no run`);
  }
}

/** A file that is clearly not Parquet is refused here already. */
async function checkTable(outcome: RunOutcome, file: OutputFile): Promise<RunOutcome> {
  if (outcome.outcome !== 'succeeded' || outcome.output.kind !== 'table') return outcome;
  if (await file.looksLike('parquet')) return { ...outcome, output: { ...outcome.output, bytes: file.bytes } };
  const { output: _, ...trace } = outcome;
  return { ...trace, ...failed('bad-output', 'It reported a table, but its output is not a Parquet file.') };
}
