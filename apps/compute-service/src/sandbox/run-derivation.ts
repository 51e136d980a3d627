import { constants } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { failed, type Failure, mebibytes, reportedFailure, stoppedFailure, traceOf } from './failure';
import { BadFrame } from './frame-reader';
import type { HostFrame } from './frames';
import { HostProcess, type HostStart } from './host-process';
import type { RunOutcome, RunOutput } from './run-outcome';
import type { RunRequest } from './sandbox';
import type { ScratchFolder } from './scratch-folder';
import { SqlRequests } from './sql-requests';

type Answer = Failure | { readonly outcome: 'succeeded'; readonly output: RunOutput };
type Prepared = Omit<HostStart, 'onFrame' | 'order' | 'outputFd' | 'inputFds'>;

/** Runs one derivation. Rejects only if an input cannot be opened or the output file exists. */
export async function runDerivation(request: RunRequest, scratch: ScratchFolder, start: Prepared): Promise<RunOutcome> {
  const handles: FileHandle[] = [];
  let keepOutput = false;
  const output = await open(request.outputPath, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    for (const input of request.inputs) handles.push(await open(input.parquetPath, constants.O_RDONLY));
    const outcome = await execute(request, scratch, {
      ...start,
      outputFd: output.fd,
      inputFds: handles.map(({ fd }) => fd),
    });
    // The sandbox could change the file's mode through its descriptor; nobody but us gets to read it.
    await output.chmod(0o600);
    const checked = await checkTable(outcome, output, start.limits.outputBytes);
    keepOutput = checked.outcome === 'succeeded' && checked.output.kind === 'table';
    return checked;
  } finally {
    await Promise.all([output, ...handles].map((handle) => handle.close()));
    if (!keepOutput) await rm(request.outputPath, { force: true });
  }
}

async function execute(
  request: RunRequest,
  scratch: ScratchFolder,
  start: Omit<HostStart, 'onFrame' | 'order'>,
): Promise<RunOutcome> {
  let answer: Answer | null = null;
  const queries = new SqlRequests(request.sql, scratch);
  const onFrame = (frame: HostFrame, host: HostProcess): void => {
    if (frame.type === 'sql_request') {
      queries.answer(frame, host);
      return;
    }
    answer = answerOf(frame, request.outputPath);
    host.stop({ kind: 'finished' });
  };
  const { files, entry, params, inputs } = request;
  const order = {
    type: 'run',
    files,
    entry,
    function: request.function,
    params,
    inputs: inputs.map(({ name }) => name),
  } as const;
  const ending = await HostProcess.run({ ...start, order, onFrame });
  await queries.stop();
  const stopped = stoppedFailure(ending, start.limits);
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

const PARQUET_MAGIC = Buffer.from('PAR1');
const MIN_PARQUET_BYTES = 12;

/** A file that is plainly no Parquet is a bad output here already; everything finer is for whoever reads it. */
async function checkTable(outcome: RunOutcome, file: FileHandle, largest: number): Promise<RunOutcome> {
  if (outcome.outcome !== 'succeeded' || outcome.output.kind !== 'table') return outcome;
  const { output: _, ...trace } = outcome;
  const { size } = await file.stat();
  if (size > largest)
    return {
      ...trace,
      ...failed(
        'disk',
        `Its result takes more than ${mebibytes(largest)} as a Parquet file. Return a ctx.sql(...) relation, or fewer rows.`,
      ),
    };
  const reader = await open(outcome.output.parquetPath, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const ends = Buffer.alloc(8);
    if (size >= MIN_PARQUET_BYTES) {
      await reader.read(ends, 0, 4, 0);
      await reader.read(ends, 4, 4, size - 4);
    }
    if (ends.equals(Buffer.concat([PARQUET_MAGIC, PARQUET_MAGIC])))
      return { ...outcome, output: { ...outcome.output, bytes: size } };
  } finally {
    await reader.close();
  }
  return { ...trace, ...failed('bad-output', 'It reported a table, but what it wrote is no Parquet file.') };
}
