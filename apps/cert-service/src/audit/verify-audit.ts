import { Inject, Injectable } from '@nestjs/common';
import type { LogVerification } from '@svc/audit-chain';
import { ProblemError, type ResponseOf, type verifyAudit } from '@svc/contracts';
import { ANCHOR_PLAN, type AnchorPlan } from './anchor/anchor.ports';
import { LOG_VERIFIER, type LogVerifier } from './audit.ports';
import { readProblem } from './audit-problem';

/** One verification already uses both cores; more at once would only slow each other down. */
const MAX_CONCURRENT = 2;

/** Verifies the whole log on disk, with its own key and, if given, against an anchor. */
@Injectable()
export class VerifyAudit {
  private working = 0;

  constructor(
    @Inject(LOG_VERIFIER) private readonly verifier: LogVerifier,
    @Inject(ANCHOR_PLAN) private readonly plan: AnchorPlan,
  ) {}

  async verify(anchor: string | undefined, signal: AbortSignal): Promise<ResponseOf<typeof verifyAudit>> {
    if (this.working >= MAX_CONCURRENT)
      throw new ProblemError('overloaded', 'The log is being verified already. Try again in a moment.', {
        retryAfter: 5,
      });
    this.working += 1;
    try {
      const found = await this.verifier.verify(anchor ?? null, signal);
      return state(
        found,
        this.plan.destinations.map((it) => it.name),
      );
    } catch (error) {
      throw readProblem(error);
    } finally {
      this.working -= 1;
    }
  }
}

/** Without an anchor the holder of the log's key can rewrite all of it, so each verification reports a missing one. */
const UNANCHORED =
  ' Checkpoints are anchored nowhere: set SVC_ANCHOR_STORE, SVC_ANCHOR_BUCKET, SVC_ANCHOR_WEBHOOK or SVC_ANCHOR_FILE.';

function state(
  { outcome, reason, where, head, vouchedSize }: LogVerification,
  anchors: string[],
): ResponseOf<typeof verifyAudit> {
  const { segment = null, line = null, offset = null, seq = null } = where ?? {};
  return {
    state: outcome,
    records: head.size,
    head: head.hash,
    detail: anchors.length === 0 ? `${reason}${UNANCHORED}` : reason,
    anchors,
    at_seq: seq,
    vouched: vouchedSize,
    at_line: segment === null || line === null || offset === null ? null : { segment, line, offset },
  };
}
