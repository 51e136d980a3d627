import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { appendAudit, type AuditEntry } from '@svc/contracts';
import { RpcClient, servicePrincipal } from '@svc/platform';
import type { DeletedTable, RemovalLog } from '../removal.ports';

const ACTION = 'dataset.rows-removed';
const DEADLINE_MS = 10_000;

/** One audit record for each dataset whose rows are gone. */
@Injectable()
export class AuditedRemovals implements RemovalLog {
  constructor(private readonly rpc: RpcClient) {}

  async record(table: DeletedTable, at: Date): Promise<void> {
    const principal = servicePrincipal('compute');
    const entries = table.versions.map((it) => entryOf(table, it, principal.id, at));
    // A batch has at most a thousand entries.
    for (let from = 0; from < entries.length; from += 1000)
      await this.rpc.call(
        appendAudit,
        { entries: entries.slice(from, from + 1000) },
        { principal, deadline: Date.now() + DEADLINE_MS },
        { retry: true },
      );
  }
}

function entryOf(
  { object, dataHash, bytes }: DeletedTable,
  { dataset, number }: DeletedTable['versions'][number],
  actor: string,
  at: Date,
): AuditEntry {
  const trace = createHash('sha256').update(`${ACTION} ${dataset} ${number} ${object}`).digest('hex').slice(0, 32);
  return {
    // The same version gives the same id, and so one record, also when this is repeated.
    id: trace.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5'),
    at: at.toISOString(),
    actor,
    action: ACTION,
    method: '-',
    route: '-',
    target: { type: 'dataset', name: dataset },
    outcome: 'ok',
    status: 200,
    duration_us: 0,
    trace_id: trace,
    detail: { version: number, data_hash: dataHash, bytes },
  };
}
