import { Inject, Injectable } from '@nestjs/common';
import { type describeProject, jsonPointer, ProblemError, type RequestOf, type ResponseOf } from '@svc/contracts';
import type { CallContext } from '@svc/platform';
import type { DescribeOutcome, Sandbox, SourceProblem } from '@svc/runner';
import { SANDBOX } from './sandbox-token';

type Failed = Extract<DescribeOutcome, { outcome: 'failed' }>;

/** Loads the author's files in the sandbox and returns what they declare. */
@Injectable()
export class DescribeProject {
  constructor(@Inject(SANDBOX) private readonly sandbox: Sandbox) {}

  /** Rejects with `invalid-source` when the files cannot be imported or declare something impossible. */
  async describe(
    { files }: RequestOf<typeof describeProject>,
    { signal }: CallContext,
  ): Promise<ResponseOf<typeof describeProject>> {
    const outcome = await this.sandbox.describeProject({ files, signal, limits: { wallMs: 30_000 } });
    switch (outcome.outcome) {
      case 'described': {
        const { hash } = await this.sandbox.environment();
        return { manifests: [...outcome.manifests], sources: { ...outcome.sources }, environment: hash };
      }
      case 'refused':
        throw refusal(outcome.problems);
      case 'failed':
        throw failure(outcome);
    }
  }
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
