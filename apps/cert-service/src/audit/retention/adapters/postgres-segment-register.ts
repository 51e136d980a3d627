import { Injectable } from '@nestjs/common';
import { execute, queryRow, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { ArchivedSegment, SegmentRegister } from '../retention.ports';

const COLUMNS = 'name, first_seq, last_seq, object, bytes, archived_at, removed_at';
const bigint = z.coerce.number().int();
const row = z
  .object({
    name: z.string(),
    first_seq: bigint,
    last_seq: bigint,
    object: z.string(),
    bytes: bigint,
    archived_at: z.date(),
    removed_at: z.date().nullable(),
  })
  .transform((it): ArchivedSegment => ({
    name: it.name,
    firstSeq: it.first_seq,
    lastSeq: it.last_seq,
    object: it.object,
    bytes: it.bytes,
    archivedAt: it.archived_at,
    removedAt: it.removed_at,
  }));

@Injectable()
export class PostgresSegmentRegister implements SegmentRegister {
  constructor(private readonly source: DataSource) {}

  find(firstSeq: number): Promise<ArchivedSegment | null> {
    return queryRow(this.source, row, `SELECT ${COLUMNS} FROM audit_segment WHERE first_seq = $1`, [firstSeq]);
  }

  list(after: number, limit: number): Promise<ArchivedSegment[]> {
    return queryRows(
      this.source,
      row,
      `SELECT ${COLUMNS} FROM audit_segment WHERE first_seq > $1 ORDER BY first_seq LIMIT $2`,
      [after, limit],
    );
  }

  async add({
    name,
    firstSeq,
    lastSeq,
    object,
    bytes,
  }: Omit<ArchivedSegment, 'archivedAt' | 'removedAt'>): Promise<ArchivedSegment> {
    const added = await queryRow(
      this.source,
      row,
      `
      INSERT INTO audit_segment (name, first_seq, last_seq, object, bytes) VALUES ($1, $2, $3, $4, $5)
      ON CONFLICT (first_seq) DO UPDATE SET name = $1, last_seq = $3, object = $4, bytes = $5
      RETURNING ${COLUMNS}`,
      [name, firstSeq, lastSeq, object, bytes],
    );
    if (added === null) throw new Error('the archived segment was not noted');
    return added;
  }

  async markRemoved(firstKept: number): Promise<void> {
    await execute(
      this.source,
      'UPDATE audit_segment SET removed_at = now() WHERE last_seq < $1 AND removed_at IS NULL',
      [firstKept],
    );
  }
}
