import { Injectable } from '@nestjs/common';
import { execute, queryRows } from '@svc/platform';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { DeletedTable, DeletedTables } from '../removal.ports';

const row = z
  .object({
    object: z.string(),
    data_hash: z.string(),
    bytes: z.string().transform(Number),
    versions: z.array(z.object({ dataset: z.string(), number: z.int() })),
  })
  .transform(({ data_hash: dataHash, ...same }): DeletedTable => ({ ...same, dataHash }));

// A version is of a dataset, or of a deleted one: names go from one to the other with their versions.
const PAGE = `
  SELECT v.object, min(v.data_hash) AS data_hash, max(v.bytes)::text AS bytes,
    jsonb_agg(jsonb_build_object('dataset', v.dataset, 'number', v.number) ORDER BY v.dataset, v.number) AS versions
  FROM dataset_version v LEFT JOIN deleted_dataset d ON d.name = v.dataset
  WHERE v.removed_at IS NULL AND v.object > $2
  GROUP BY v.object HAVING bool_and(d.deleted_at IS NOT NULL AND d.deleted_at < $1)
  ORDER BY v.object LIMIT $3`;

/** In the `compute` schema. */
@Injectable()
export class PostgresDeletedTables implements DeletedTables {
  constructor(private readonly source: DataSource) {}

  page(before: Date, after: string | null, limit: number): Promise<readonly DeletedTable[]> {
    return queryRows(this.source, row, PAGE, [before, after ?? '', limit]);
  }

  async mark({ versions }: DeletedTable, at: Date): Promise<boolean> {
    const marked = await execute(
      this.source,
      `UPDATE dataset_version v SET removed_at = $2 FROM jsonb_to_recordset($1::jsonb) AS m (dataset text, number int)
       WHERE v.dataset = m.dataset AND v.number = m.number AND v.removed_at IS NULL`,
      [JSON.stringify(versions), at],
    );
    return marked > 0;
  }
}
