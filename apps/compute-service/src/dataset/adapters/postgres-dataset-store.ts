import { Injectable } from '@nestjs/common';
import { column, type TableVersion } from '@svc/contracts';
import { execute, queryRow, queryRows } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { DatasetVersion, StoredDataset } from '../dataset';
import type { DatasetStore, Registration } from '../dataset.ports';

const bigint = z.string().transform(Number);
const versionShape = { data_hash: z.string(), object: z.string(), rows: bigint, bytes: bigint, columns: z.array(column), source: z.string(), created_at: z.date(), created_by: z.string() };
const versionRow = z.object(versionShape).transform(toVersion);
const tableRow = z.object({ data_hash: z.string(), object: z.string(), rows: bigint, bytes: bigint, columns: z.array(column) });
const datasetRow = z
  .object({ ...versionShape, name: z.string(), description: z.string(), owner: z.string(), began_at: z.date(), updated_at: z.date(), number: z.int() })
  .transform(({ name, description, owner, began_at, updated_at, number, ...version }): StoredDataset => ({
    name, description, owner, createdAt: began_at, updatedAt: updated_at, versions: number, newest: toVersion(version),
  }));

const VERSION = 'data_hash, object, rows, bytes, columns, source, v.created_at, created_by';
const DATASETS = `
  SELECT d.name, d.description, d.owner, d.created_at AS began_at, d.updated_at, v.number, ${VERSION}
  FROM dataset d JOIN LATERAL (SELECT * FROM dataset_version WHERE dataset = d.name ORDER BY number DESC LIMIT 1) v ON true`;

/** Datasets in the `compute` schema. */
@Injectable()
export class PostgresDatasetStore implements DatasetStore {
  constructor(private readonly source: DataSource) {}

  find(name: string): Promise<StoredDataset | null> {
    return queryRow(this.source, datasetRow, `${DATASETS} WHERE d.name = $1`, [name]);
  }

  async findAll(names: readonly string[]): Promise<StoredDataset[]> {
    return names.length === 0 ? [] : queryRows(this.source, datasetRow, `${DATASETS} WHERE d.name = ANY($1)`, [names]);
  }

  page(after: string | null, limit: number): Promise<StoredDataset[]> {
    return queryRows(this.source, datasetRow, `${DATASETS} WHERE $1::text IS NULL OR d.name > $1 ORDER BY d.name LIMIT $2`, [after, limit]);
  }

  versions(name: string): Promise<DatasetVersion[]> {
    return queryRows(this.source, versionRow, `SELECT ${VERSION} FROM dataset_version v WHERE dataset = $1 ORDER BY number DESC`, [name]);
  }

  async names(): Promise<string[]> {
    const rows = await queryRows(this.source, z.object({ name: z.string() }), 'SELECT name FROM dataset ORDER BY name LIMIT 1000');
    return rows.map(({ name }) => name);
  }

  tableWith(dataHash: string): Promise<TableVersion | null> {
    return queryRow(this.source, tableRow, 'SELECT data_hash, object, rows, bytes, columns FROM dataset_version WHERE data_hash = $1 ORDER BY created_at LIMIT 1', [dataHash]);
  }

  register(registration: Registration): Promise<StoredDataset> {
    return this.source.transaction(async (manager) => {
      const { name, description, version } = registration;
      await execute(manager, 'INSERT INTO dataset (name, description, owner, created_at, updated_at) VALUES ($1, $2, $3, $4, $4) ON CONFLICT (name) DO NOTHING', [
        name, description, version.createdBy, version.createdAt,
      ]);
      // From here on registrations of this name wait for each other.
      await execute(manager, 'UPDATE dataset SET description = CASE WHEN $2 = \'\' THEN description ELSE $2 END WHERE name = $1', [name, description]);
      const before = await queryRow(manager, datasetRow, `${DATASETS} WHERE d.name = $1`, [name]);
      if (before?.newest.table.data_hash !== version.table.data_hash) await this.append(manager, name, (before?.versions ?? 0) + 1, version);
      const stored = await queryRow(manager, datasetRow, `${DATASETS} WHERE d.name = $1`, [name]);
      if (stored === null) throw new Error(`the dataset ${name} is gone while it was being registered`);
      return stored;
    });
  }

  private async append(manager: EntityManager, name: string, number: number, { table, source, createdAt, createdBy }: DatasetVersion): Promise<void> {
    await execute(
      manager,
      `INSERT INTO dataset_version (dataset, number, data_hash, object, rows, bytes, columns, source, created_at, created_by) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [name, number, table.data_hash, table.object, table.rows, table.bytes, JSON.stringify(table.columns), source, createdAt, createdBy],
    );
    await execute(manager, 'UPDATE dataset SET updated_at = $2 WHERE name = $1', [name, createdAt]);
  }
}

function toVersion({ data_hash, object, rows, bytes, columns, source, created_at, created_by }: z.output<z.ZodObject<typeof versionShape>>): DatasetVersion {
  return { table: { data_hash, object, rows, bytes, columns }, source, createdAt: created_at, createdBy: created_by };
}
