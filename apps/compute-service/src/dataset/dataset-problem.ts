import { ProblemError } from '@svc/contracts';
import { z } from 'zod';
import { noRoom } from '../process/pool/no-room';
import { WorkStopped } from '../process/pool/supervise';
import { PoolOverloaded } from '../process/pool/worker-pool';
import { WorkerDied, WorkFailed } from '../process/worker';
import type { BadRow } from '../ingest/ingest-work';

const badRows = z.array(z.object({ line: z.int().nullable(), column: z.string().nullable(), message: z.string() }));
const FILE = '/body/upload';

/** Throws a failure to read an uploaded file as the problem that its sender gets. */
export function datasetProblem(error: unknown): never {
  const full = noRoom(error);
  if (full !== null) throw full;
  if (error instanceof WorkFailed) throw ofFailure(error);
  if (error instanceof WorkStopped && error.reason === 'timeout')
    throw new ProblemError(
      'payload-too-large',
      'Reading the file exceeded the time limit and was stopped; send the file in parts.',
      { cause: error },
    );
  if (error instanceof WorkStopped)
    throw new ProblemError(
      'deadline-exceeded',
      'Reading the file was stopped because the caller no longer waits for it.',
      {
        cause: error,
      },
    );
  if (error instanceof PoolOverloaded)
    throw new ProblemError('overloaded', 'Too many files are being read; try again in a moment.', {
      retryAfter: 10,
      cause: error,
    });
  if (error instanceof WorkerDied)
    throw new ProblemError(
      'unavailable',
      'The process that read the file ended twice; it may need more memory than it has.',
      { retryAfter: 30, cause: error },
    );
  throw error;
}

function ofFailure(error: WorkFailed): ProblemError {
  const { code, message, data } = error.failure;
  switch (code) {
    case 'bad-rows':
      return ofBadRows(badRows.parse(data));
    case 'unsupported':
      return new ProblemError('unsupported-media-type', message, { cause: error });
    case 'out-of-memory':
    case 'spill-full':
      return new ProblemError(
        'payload-too-large',
        'Reading the file needs more memory than it may use; send it in parts, or as Parquet with smaller row groups.',
        { cause: error },
      );
    case 'broken':
      return notValid('The file cannot be read to its end; it may be damaged. Write it again.', error);
    default:
      return notValid(message, error);
  }
}

function notValid(message: string, cause: Error): ProblemError {
  return new ProblemError('invalid-request', message, { errors: [{ pointer: FILE, message }], cause });
}

function ofBadRows(rows: readonly BadRow[]): ProblemError {
  const [first] = rows;
  const detail = `Nothing was registered: ${first === undefined ? 'rows cannot be read' : sentence(first)}${rows.length > 1 ? ` (and ${String(rows.length - 1)} more)` : ''}.`;
  return new ProblemError('bad-rows', detail, {
    errors: rows.map((row) => ({ pointer: FILE, message: sentence(row) })),
    data: { rows: rows.map(({ line, column, message }) => ({ line, column, message })) },
  });
}

/** `line 7, column "delay": holds abc, which is not a number`. */
function sentence({ line, column, message }: BadRow): string {
  const place = [
    ...(line === null ? [] : [`line ${String(line)}`]),
    ...(column === null ? [] : [`column ${JSON.stringify(column)}`]),
  ];
  return `${place.join(', ') || 'a row'}: ${message}`;
}
