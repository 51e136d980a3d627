import { Injectable } from '@nestjs/common';
import {
  claim,
  parseSource,
  type Revocation,
  revocation,
  run,
  sourceOf,
  type SourceRef,
  tableVersion,
} from '@svc/contracts';
import { execute, inTransaction, Outbox, OwnFacts, queryRow, queryRows } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { CERTIFICATE_ISSUED } from '../certificate/certificate-notice';
import type { StoredRun } from '../run';
import type { RecordedCertificate, RunStore } from '../run.ports';
import type { ReadRows } from '../input/standing-in-chain';

const revokedRow = z.object({ revoked: revocation.nullable() });

const row = z
  .object({
    body: run,
    identity: z.object({
      code_hash: z.string(),
      params: z.record(z.string(), z.json()),
      inputs: z.record(z.string(), z.string()),
      environment: z.string().nullable(),
      claim: claim.nullable(),
      contract: z.record(z.string(), z.json()).nullable(),
    }),
    parameter_set: z.string(),
    source_hash: z.string(),
    result_table: tableVersion.nullable(),
    read_objects: z.record(z.string(), z.string()).nullable(),
    pictures: z.object({ object: z.string(), bytes: z.int() }).nullable(),
    ...revokedRow.shape,
  })
  .transform(({ body, parameter_set, source_hash, result_table, read_objects, revoked, ...rest }): StoredRun => ({
    ...rest,
    run: { ...body, parameter_set, revoked },
    read: read_objects ?? {},
    sourceHash: source_hash,
    table: result_table,
  }));

const certificateRow = z
  .object({ digest: z.string(), envelope: z.string() })
  .transform(({ digest, envelope }): RecordedCertificate => ({ digest, text: envelope }));

const COLUMNS = 'body, parameter_set, identity, source_hash, result_table, read_objects, pictures, revoked';

/** Runs and their certificates in the `cert` schema. */
@Injectable()
export class PostgresRunStore implements RunStore {
  constructor(
    private readonly source: DataSource,
    private readonly outbox: Outbox,
    private readonly facts: OwnFacts,
  ) {}

  find(id: string): Promise<StoredRun | null> {
    return queryRow(this.source, row, `SELECT ${COLUMNS} FROM run WHERE id = $1`, [id]);
  }

  newest({ derivation, set }: SourceRef): Promise<StoredRun | null> {
    return queryRow(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM run WHERE derivation = $1 AND parameter_set = $2 ORDER BY seq DESC LIMIT 1`,
      [derivation, set],
    );
  }

  newestCertified({ derivation, set }: SourceRef): Promise<StoredRun | null> {
    return queryRow(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM run WHERE derivation = $1 AND parameter_set = $2 AND body ->> 'verdict' = 'sound' AND revoked IS NULL ORDER BY seq DESC LIMIT 1`,
      [derivation, set],
    );
  }

  async newestOf(sources: readonly string[]): Promise<ReadonlyMap<string, StoredRun>> {
    if (sources.length === 0) return new Map();
    const wanted = sources.map(parseSource);
    const rows = await queryRows(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM unnest($1::text[], $2::text[]) AS wanted(named, in_set)
       CROSS JOIN LATERAL (
         SELECT ${COLUMNS} FROM run
         WHERE run.derivation = wanted.named AND run.parameter_set = wanted.in_set ORDER BY seq DESC LIMIT 1
       ) newest`,
      [wanted.map((it) => it.derivation), wanted.map((it) => it.set)],
    );
    return new Map(rows.map((it) => [sourceOf(it.run.derivation, it.run.parameter_set), it]));
  }

  page(derivation: string, set: string | null, before: string | null, limit: number): Promise<StoredRun[]> {
    return queryRows(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM run WHERE derivation = $1 AND ($4::text IS NULL OR parameter_set = $4) AND ($2::uuid IS NULL OR seq < (SELECT seq FROM run WHERE id = $2)) ORDER BY seq DESC LIMIT $3`,
      [derivation, before, limit, set],
    );
  }

  async record(stored: StoredRun, certificate: RecordedCertificate | null): Promise<void> {
    await inTransaction(this.source, async (manager) => {
      const inserted = await execute(
        manager,
        'INSERT INTO run (id, derivation, body, identity, source_hash, result_table, read_objects, pictures, parameter_set) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING',
        [
          stored.run.id,
          stored.run.derivation,
          JSON.stringify(stored.run),
          JSON.stringify(stored.identity),
          stored.sourceHash,
          jsonOrNull(stored.table),
          JSON.stringify(stored.read),
          jsonOrNull(stored.pictures),
          stored.run.parameter_set,
        ],
      );
      if (inserted === 1 && certificate !== null) await this.insertCertificate(manager, stored, certificate);
    });
    await this.facts.changed(stored.run.derivation);
  }

  async revoke(id: string, revoked: Revocation): Promise<void> {
    const of = await queryRow(
      this.source,
      z.object({ derivation: z.string() }),
      'UPDATE run SET revoked = coalesce(revoked, $2::jsonb) WHERE id = $1 RETURNING derivation',
      [id, JSON.stringify(revoked)],
    );
    if (of !== null) await this.facts.changed(of.derivation);
  }

  async revocationOf({ derivation, dataHash }: ReadRows): Promise<Revocation | null> {
    const rows = await queryRows(
      this.source,
      revokedRow,
      `SELECT revoked FROM run WHERE derivation = $1 AND result_table ->> 'data_hash' = $2 AND body ->> 'verdict' = 'sound' ORDER BY seq DESC`,
      [derivation, dataHash],
    );
    return rows.every((it) => it.revoked !== null) ? (rows[0]?.revoked ?? null) : null;
  }

  certified(digest: string): Promise<StoredRun | null> {
    return queryRow(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM run WHERE id = (SELECT run_id FROM certificate WHERE digest = $1)`,
      [digest],
    );
  }

  certificate(runId: string): Promise<RecordedCertificate | null> {
    return queryRow(this.source, certificateRow, 'SELECT digest, envelope FROM certificate WHERE run_id = $1', [runId]);
  }

  async keepCertificate(runId: string, certificate: RecordedCertificate): Promise<RecordedCertificate> {
    await inTransaction(this.source, async (manager) => {
      const stored = await queryRow(manager, row, `SELECT ${COLUMNS} FROM run WHERE id = $1`, [runId]);
      if (stored === null) throw new Error(`run ${runId} vanished while its certificate was signed`);
      const kept = await queryRow(
        manager,
        certificateRow,
        'SELECT digest, envelope FROM certificate WHERE run_id = $1 FOR UPDATE',
        [runId],
      );
      if (kept === null) await this.insertCertificate(manager, stored, certificate);
    });
    return (await this.certificate(runId)) ?? certificate;
  }

  private async insertCertificate(
    manager: EntityManager,
    { run: { id, derivation, actor, finished_at } }: StoredRun,
    { digest, text }: RecordedCertificate,
  ): Promise<void> {
    const inserted = await execute(
      manager,
      'INSERT INTO certificate (run_id, digest, envelope) VALUES ($1, $2, $3) ON CONFLICT (run_id) DO NOTHING',
      [id, digest, text],
    );
    if (inserted === 0) return;
    await execute(
      manager,
      `UPDATE run SET body = jsonb_set(body, '{certificate_digest}', to_jsonb($2::text)) WHERE id = $1`,
      [id, digest],
    );
    await this.outbox.add(manager, {
      topic: CERTIFICATE_ISSUED,
      payload: { run_id: id, derivation, actor, digest, at: finished_at },
    });
  }
}

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
