import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { sha256Digest } from '@svc/audit-chain';
import { type Attestation, type Claim, tableJudging, type TableVersion } from '@svc/contracts';
import { JobQueue } from '@svc/platform';
import { ATTEMPT_LEDGER, type AttemptLedger, ORACLE, type Oracle, type OracleContext } from '../run.ports';

/**
 * Judges a claim about stored rows for another service, such as what a model is to be trained on. Nothing is certified or kept
 * but the attempt, which is counted: each other question about the same rows raises the bar.
 */
@Injectable()
export class JudgeTable implements OnModuleInit {
  constructor(
    private readonly queue: JobQueue,
    @Inject(ORACLE) private readonly oracle: Oracle,
    @Inject(ATTEMPT_LEDGER) private readonly ledger: AttemptLedger,
  ) {}

  onModuleInit(): void {
    this.queue.work(tableJudging, ({ table, claim }, job) => this.judge(table, claim, job), { concurrency: 1 });
  }

  async judge(table: TableVersion, claim: Claim, context: OracleContext): Promise<Attestation> {
    const { kind, roles } = claim;
    const { attempts } = await this.ledger.count({
      family: sha256Digest({ rows: table.data_hash, kind, target: roles['target'] ?? null, by: context.principal.id }),
      hypothesis: sha256Digest(claim),
      follows: null,
    });
    const { attestation } = await this.oracle.judge(
      {
        derivation: '',
        table,
        claim,
        contract: null,
        inputs: {},
        attempts,
        seed: table.data_hash,
        contractContext: { now: 0, previousRowCount: null },
        reproducibility: { identical: true, tolerance: null, detail: 'the rows are stored under their content hash' },
      },
      context,
    );
    return attestation;
  }
}
