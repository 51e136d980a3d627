import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { exportProof, formatLogKey, type Preregistration, readRecords } from '@svc/audit-chain';
import { ProblemError } from '@svc/contracts';
import { AUDIT_PLACE, type AuditPlace } from './audit.ports';
import { CHECKPOINT_PACE, type CheckpointPace } from './checkpoint-rhythm';
import { type NewestCheckpoint, ProveRecord } from './prove-record';

/** A claim as the log names it: its tenant, its digest, and the digest of each input. */
export interface DeclaredBefore {
  readonly derivation: string;
  readonly claim: string;
  readonly inputs: Readonly<Record<string, string>>;
}

const PAUSE_MS = 200;
/** A checkpoint that is due is signed and on disk after this additional time. */
const SIGNING_MS = 3_000;

/** Proves from the log that a claim was declared before its data were registered. */
@Injectable()
export class ProvePreregistration {
  constructor(
    @Inject(AUDIT_PLACE) private readonly place: AuditPlace,
    @Inject(CHECKPOINT_PACE) private readonly pace: CheckpointPace,
    private readonly proofs: ProveRecord,
  ) {}

  /**
   * The proofs, against one checkpoint; waits for the one that covers the newest of the records. Null where the log does not show
   * this order: a claim that changed since, data that were registered before it or never (the rows
   * of a derivation), or a log whose beginning retention has removed.
   */
  async prove({ derivation, claim, inputs }: DeclaredBefore): Promise<Preregistration | null> {
    const names = Object.keys(inputs);
    const declared = await this.declaredSince(derivation, claim);
    if (names.length === 0 || declared === null || !(await this.isWhole())) return null;
    const registered = await this.firstRegistrations(new Set(Object.values(inputs)));
    const records = names.map((name) => [name, registered.get(inputs[name] ?? '') ?? -1] as const);
    if (records.some(([, seq]) => seq <= declared)) return null;
    const checkpoint = await this.checkpointOver(Math.max(...records.map(([, seq]) => seq)));
    if (checkpoint === null) return null;
    const proofOf = (seq: number): Promise<string> => exportProof(this.place.directory, seq, checkpoint.note);
    const data = await Promise.all(records.map(async ([name, seq]) => [name, await proofOf(seq)] as const));
    return {
      log_key: formatLogKey(this.place.signer.logKey),
      claim: await proofOf(declared),
      data: Object.fromEntries(data),
    };
  }

  /** The declaration since which exactly this claim has been in force; null if another one is. */
  private async declaredSince(targetName: string, claim: string): Promise<number | null> {
    let since: number | null = null;
    const query = { targetType: 'derivation', targetName, order: 'oldest' } as const;
    for await (const { seq, action, outcome, detail } of readRecords(this.place.directory, query)) {
      if (outcome !== 'ok') continue;
      if (action === 'derivation.put') since = detail['claim'] === claim ? (since ?? seq) : null;
      if (action === 'derivation.delete') since = null;
    }
    return since;
  }

  private async firstRegistrations(wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, number>> {
    const found = new Map<string, number>();
    const query = { action: 'dataset.register', order: 'oldest' } as const;
    for await (const { seq, outcome, detail } of readRecords(this.place.directory, query)) {
      const { data } = detail;
      if (outcome !== 'ok' || typeof data !== 'string' || !wanted.has(data) || found.has(data)) continue;
      found.set(data, seq);
      if (found.size === wanted.size) break;
    }
    return found;
  }

  /** Without the log's beginning nobody can tell whether the data were registered then. */
  private async isWhole(): Promise<boolean> {
    for await (const { seq } of readRecords(this.place.directory, { order: 'oldest', limit: 1 })) return seq === 0;
    return false;
  }

  private async checkpointOver(seq: number): Promise<NewestCheckpoint | null> {
    const until = Date.now() + this.pace.seconds * 1_000 + SIGNING_MS;
    for (;;) {
      const newest = await this.newestCheckpoint();
      if (newest !== null && newest.size > seq) return newest;
      if (Date.now() > until) return null;
      await delay(PAUSE_MS);
    }
  }

  private async newestCheckpoint(): Promise<NewestCheckpoint | null> {
    try {
      return await this.proofs.checkpoint();
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'not-found') return null;
      throw error;
    }
  }
}
