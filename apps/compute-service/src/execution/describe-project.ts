import { Inject, Injectable } from '@nestjs/common';
import {
  type BrokenFile,
  type describeProject,
  jsonPointer,
  ProblemError,
  type RequestOf,
  type ResponseOf,
} from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { DescribeOutcome, Sandbox, SourceProblem } from '@svc/runner';
import { SANDBOX } from './sandbox-token';

type Failed = Extract<DescribeOutcome, { outcome: 'failed' }>;

const WITHIN_MS = 30_000;

/** Loads the author's files in the sandbox and returns what they declare. */
@Injectable()
export class DescribeProject {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  /**
   * A file that cannot be imported is left out and named, and the others are described without it; those that import it
   * are named in turn. Rejects with `invalid-source` when the files together declare something impossible, since which
   * of two derivations of one name is meant is not guessed.
   */
  async describe(
    { files }: RequestOf<typeof describeProject>,
    { signal }: CallContext,
  ): Promise<ResponseOf<typeof describeProject>> {
    const deadline = performance.now() + WITHIN_MS;
    const left = { ...files };
    const broken: BrokenFile[] = [];
    for (;;) {
      const wallMs = Math.max(1, Math.ceil(deadline - performance.now()));
      const outcome = await this.sandbox.describeProject({ files: left, signal, limits: { wallMs } });
      if (outcome.outcome === 'failed') throw failure(outcome);
      if (outcome.outcome === 'described') {
        const { hash } = await this.sandbox.environment();
        return { manifests: [...outcome.manifests], sources: { ...outcome.sources }, environment: hash, broken };
      }
      const found = brokenAmong(left, outcome.problems);
      if (found.length === 0) throw refusal(outcome.problems);
      const cause = broken.length === 0 ? '' : ` (${broken.map((it) => it.file).join(', ')} cannot be imported)`;
      for (const { file } of found) delete left[file];
      broken.push(...found.map((it) => ({ ...it, message: `${it.message.trimEnd()}${cause}` })));
    }
  }
}

/** The files that raised an error when they were imported, each with its first; none where anything else is wrong. */
function brokenAmong(files: Readonly<Record<string, string>>, problems: readonly SourceProblem[]): BrokenFile[] {
  const first = new Map<string, BrokenFile>();
  for (const { file, line, message, traceback } of problems) {
    if (file === null || traceback === null || !Object.hasOwn(files, file)) return [];
    if (!first.has(file)) first.set(file, { file, line, message });
  }
  return [...first.values()];
}

function refusal(problems: readonly SourceProblem[]): ProblemError {
  const [first] = problems;
  const place =
    first?.file === null || first === undefined
      ? ''
      : `${first.file}${first.line === null ? '' : `, line ${String(first.line)}`}: `;
  return new ProblemError('invalid-source', `${place}${first?.message ?? 'The files cannot be imported.'}`, {
    errors: problems.map(({ file, message, line }) => ({
      pointer: jsonPointer(file === null ? ['files'] : ['files', file]),
      message: line === null ? message : `line ${String(line)}: ${message}`,
    })),
    data: { problems: problems.map(({ file, line, message, traceback }) => ({ file, line, message, traceback })) },
  });
}

function failure({ reason, message, traceback, stderr }: Failed): ProblemError {
  switch (reason) {
    case 'isolation-unavailable':
      return new ProblemError('isolation-unavailable', message, { retryAfter: 60 });
    case 'cancelled':
      return new ProblemError(
        'deadline-exceeded',
        'Importing the files was stopped because the caller no longer waits for it.',
      );
    default:
      return new ProblemError('invalid-source', `Importing the files ended early: ${message}`, {
        data: { reason, traceback, stderr },
      });
  }
}
