import { Injectable } from '@nestjs/common';
import type { RunVariation } from '@svc/runner';
import { CIRCUMSTANCES } from './circumstances';
import { ExecutionFailed } from './execution-failed';
import { type Execution, RunOnce, type RunTable } from './run-once';

/** A longer run is not repeated to find out why it differs. */
const MAX_REPEATED_MS = 10_000;

/** Finds out, by runs that differ in one circumstance each, what the rows of a derivation depend on besides its inputs. */
@Injectable()
export class FindCause {
  constructor(private readonly once: RunOnce) {}

  /** A sentence for the attestation; empty where the cause was not found. */
  async of(first: RunTable, execution: Execution, signal: AbortSignal): Promise<string> {
    if (first.trace.duration_ms > MAX_REPEATED_MS) return '';
    try {
      if (await this.differs(first, execution, signal, {}))
        return 'They also differ under identical conditions: something is random without a seed (random, numpy.random, uuid, os.urandom), or depends on the order of threads.';
      const causes: string[] = [];
      for (const { name, variation } of CIRCUMSTANCES)
        if (await this.differs(first, execution, signal, variation)) causes.push(name);
      return causes.length === 0 ? '' : ` They depend on ${causes.join(' and on ')}.`;
    } catch (error) {
      if (error instanceof ExecutionFailed && !signal.aborted) return '';
      throw error;
    }
  }

  private async differs(
    { stored }: RunTable,
    execution: Execution,
    signal: AbortSignal,
    variation: RunVariation,
  ): Promise<boolean> {
    const again = await this.once.run(execution, signal, variation);
    await again.stored.file.discard();
    return again.stored.data_hash !== stored.data_hash;
  }
}
