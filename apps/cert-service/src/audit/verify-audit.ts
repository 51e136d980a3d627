import { Inject, Injectable } from '@nestjs/common';
import type { LogVerification } from '@svc/audit-chain';
import { ProblemError, type ResponseOf, type verifyAudit } from '@svc/contracts';
import { LOG_VERIFIER, type LogVerifier } from './audit.ports';
import { readProblem } from './audit-problem';

/** Both cores are busy with one; more at once would only make each slower. */
const MAX_CONCURRENT = 2;

/** Verifies the whole log as it lies on disk, with its own key and, if given, against an anchor. */
@Injectable()
export class VerifyAudit {
  private working = 0;

  constructor(@Inject(LOG_VERIFIER) private readonly verifier: LogVerifier) {}

  async verify(anchor: string | undefined, signal: AbortSignal): Promise<ResponseOf<typeof verifyAudit>> {
    if (this.working >= MAX_CONCURRENT)
      throw new ProblemError('overloaded', 'The log is being verified already. Try again in a moment.', {
        retryAfter: 5,
      });
    this.working += 1;
    try {
      return state(await this.verifier.verify(anchor ?? null, signal));
    } catch (error) {
      throw readProblem(error);
    } finally {
      this.working -= 1;
    }
  }
}

function state({ outcome, reason, where, head, vouchedSize }: LogVerification): ResponseOf<typeof verifyAudit> {
  const { segment = null, line = null, offset = null, seq = null } = where ?? {};
  return {
    state: outcome,
    records: head.size,
    head: head.hash,
    detail: reason,
    at_seq: seq,
    vouched: vouchedSize,
    at_line: segment === null || line === null || offset === null ? null : { segment, line, offset },
  };
}
