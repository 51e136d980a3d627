import { Injectable } from '@nestjs/common';
import { heldByModels, heldByRuns } from '@svc/contracts';
import { RpcClient, servicePrincipal } from '@svc/platform';
import type { DeletedTable, Evidence } from '../removal.ports';

const DEADLINE_MS = 10_000;

/** Asks every service that keeps evidence over rows. */
@Injectable()
export class EvidenceOfServices implements Evidence {
  constructor(private readonly rpc: RpcClient) {}

  async heldOf(tables: readonly DeletedTable[]): Promise<ReadonlySet<string>> {
    const request = { tables: tables.map(({ object, dataHash }) => ({ object, data_hash: dataHash })) };
    const origin = () => ({ principal: servicePrincipal('compute'), deadline: Date.now() + DEADLINE_MS });
    const answers = await Promise.all(
      [heldByRuns, heldByModels].map((call) => this.rpc.call(call, request, origin(), { retry: true })),
    );
    return new Set(answers.flatMap((it) => it.held));
  }
}
