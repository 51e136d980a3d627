import { shortMessage } from './short-message';

/** Why an engine did not answer: the statement, a limit, or the engine itself. */
export type EngineFailureCode =
  'invalid-sql' | 'interrupted' | 'out-of-memory' | 'spill-full' | 'file-too-large' | 'no-space' | 'broken';

export interface EngineFailure {
  readonly code: EngineFailureCode;
  /** For the caller: DuckDB's message, without paths of the host. */
  readonly message: string;
}

/** A refusal that never reached the engine. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused';
}

const PREFIXES: readonly (readonly [prefix: RegExp, code: EngineFailureCode])[] = [
  [/^INTERRUPT Error/i, 'interrupted'],
  [/^Out of Memory Error[^]*max_temp_directory_size/i, 'spill-full'],
  // The others are messages of the engine's parts and of Node when the process limit is reached before the engine's own.
  [
    /^(Out of Memory Error|std::bad_alloc|Serialization Error[^]*memory allocation failed|Array buffer allocation failed)/i,
    'out-of-memory',
  ],
  // After one of these the database refuses everything: the process must be replaced.
  [/^(INTERNAL|FATAL) Error/i, 'broken'],
  [/^(IO Error[\s\S]*File too large|EFBIG)/i, 'file-too-large'],
  [/^(IO Error[\s\S]*No space left|ENOSPC|Could not write[\s\S]*No space left)/i, 'no-space'],
  [/^IO Error/i, 'broken'],
];

const PATH = /(?:\/[\w.@-]+){3,}/g;

/** Classifies an error of the engine by its prefix: DuckDB's errors carry no code in Node. */
export function engineFailure(error: unknown): EngineFailure {
  // Not by instanceof: in tests the engine's errors come from another realm.
  const text = shortMessage(
    typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error),
  );
  const code = PREFIXES.find(([prefix]) => prefix.test(text))?.[1] ?? 'invalid-sql';
  if (code === 'out-of-memory')
    return {
      code,
      message:
        'The statement needs more memory than a worker may use. Select fewer columns, filter earlier, or aggregate.',
    };
  if (code === 'spill-full')
    return {
      code,
      message:
        'The statement needs more disk for intermediate rows than a worker may use. Select fewer columns, filter earlier, or aggregate.',
    };
  if (code === 'file-too-large')
    return { code, message: 'The file would be larger than a worker may write. Select fewer columns or rows.' };
  if (code === 'no-space') return { code, message: 'The disk of this service is too full for the rows it writes.' };
  return { code, message: text.replaceAll(PATH, '<file>').trim() };
}
