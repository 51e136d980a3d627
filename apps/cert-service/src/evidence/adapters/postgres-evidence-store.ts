import { Injectable } from '@nestjs/common';
import { queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { EvidenceStore, StoredTable } from '../evidence.ports';

const HELD = `
  SELECT t.object FROM jsonb_to_recordset($1::jsonb) AS t (object text, data_hash text)
  WHERE EXISTS (
    SELECT 1 FROM run r
    WHERE (EXISTS (SELECT 1 FROM derivation d WHERE d.name = r.derivation)
        OR (r.revoked IS NULL AND EXISTS (SELECT 1 FROM certificate c WHERE c.run_id = r.id)))
      AND (r.result_table ->> 'object' = t.object
        OR EXISTS (SELECT 1 FROM jsonb_each_text(coalesce(r.read_objects, '{}')) o WHERE o.value = t.object)
        OR EXISTS (SELECT 1 FROM jsonb_each_text(r.identity -> 'inputs') i WHERE i.value = t.data_hash)))
  ORDER BY t.object`;

/** Over the runs of the `cert` schema. */
@Injectable()
export class PostgresEvidenceStore implements EvidenceStore {
  constructor(private readonly source: DataSource) {}

  async heldOf(tables: readonly StoredTable[]): Promise<string[]> {
    const held = await queryRows(this.source, z.object({ object: z.string() }), HELD, [JSON.stringify(tables)]);
    return held.map((it) => it.object);
  }
}
