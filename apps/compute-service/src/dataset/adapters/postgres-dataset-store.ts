import { Injectable } from '@nestjs/common';
import { column, maySee, type ObjectAccess, objectAccess, type Principal, type TableVersion } from '@svc/contracts';
import {
  asSeen,
  deletedAccess,
  deleteRow,
  execute,
  type Leased,
  lockName,
  NamedRows,
  OwnFacts,
  type OwnFactsOfKind,
  preparedRows,
  type Queryable,
  queryRow,
  queryRows,
  sightKey,
} from '@svc/platform';
import type { StoredObject } from '@svc/warehouse';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { DatasetVersion, StoredDataset } from '../dataset';
import { type DatasetStore, type NamedBefore, type OwnedStorage, type Registration, topicOf } from '../dataset.ports';
import type { StoredRows } from '../../table/stored-rows';
import { BatchLoader } from './batch-loader';

const bigint = z.string().transform(Number);
const versionShape = {
  data_hash: z.string(),
  object: z.string(),
  rows: bigint,
  bytes: bigint,
  columns: z.array(column),
  source: z.string(),
  created_at: z.date(),
  created_by: z.string(),
};
const versionRow = z.object(versionShape).transform(toVersion);
const tableRow = z.object({
  data_hash: z.string(),
  object: z.string(),
  rows: bigint,
  bytes: bigint,
  columns: z.array(column),
});
const datasetRow = z
  .object({
    ...versionShape,
    ...objectAccess.shape,
    name: z.string(),
    description: z.string(),
    began_at: z.date(),
    updated_at: z.date(),
    number: z.int(),
  })
  .transform(
    ({ name, description, owner, visibility, groups, began_at, updated_at, number, ...version }): StoredDataset => ({
      name,
      description,
      owner,
      visibility,
      groups,
      createdAt: began_at,
      updatedAt: updated_at,
      versions: number,
      newest: toVersion(version),
    }),
  );
const rowsRow = z.object({ ...objectAccess.shape, name: z.string(), data_hash: z.string(), object: z.string() });

const VERSION = 'data_hash, object, rows, bytes, columns, source, v.created_at, created_by';
const DATASETS = `
  SELECT d.name, d.description, d.owner, d.visibility, d.groups, d.created_at AS began_at, d.updated_at, v.number, ${VERSION}
  FROM dataset d JOIN LATERAL (SELECT * FROM dataset_version WHERE dataset = d.name ORDER BY number DESC LIMIT 1) v ON true`;

const NEWEST_ROWS = {
  name: 'newest-rows',
  text: `SELECT d.name, d.owner, d.visibility, d.groups, v.data_hash, v.object
    FROM dataset d JOIN LATERAL (SELECT data_hash, object FROM dataset_version WHERE dataset = d.name ORDER BY number DESC LIMIT 1) v ON true
    WHERE d.name = ANY($1)`,
};

/** Datasets in the `compute` schema. */
@Injectable()
export class PostgresDatasetStore extends NamedRows<StoredDataset> implements DatasetStore {
  private readonly newestRows = new BatchLoader<z.output<typeof rowsRow>>(async (names) => {
    const found = await preparedRows(this.source, rowsRow, NEWEST_ROWS, [names]);
    return new Map(found.map((one) => [one.name, one]));
  });

  private readonly known: OwnFactsOfKind<StoredRows | null>;

  constructor(
    source: DataSource,
    private readonly facts: OwnFacts,
  ) {
    super(source, { table: 'dataset', select: DATASETS, row: datasetRow });
    this.known = facts.kind();
  }

  async named(name: string): Promise<NamedBefore> {
    return this.before(this.source, name, await this.whoever(this.source, name));
  }

  /**
   * Every statement needs this, even one with a cached answer, so it is leased, each reader's for themselves. Also that there is
   * none: a name may be a derivation's. A hidden dataset is asked for and held exactly as a missing one, so nobody can tell them
   * apart. What is not held yet is read with one lookup for all that wait.
   */
  async rowsOf(names: readonly string[], who: Principal): Promise<ReadonlyMap<string, StoredRows>> {
    const sight = sightKey(who);
    const found = await Promise.all(
      names.map(async (name) => {
        const key = JSON.stringify([name, sight]);
        return [name, await this.known.find(key, () => this.readRowsOf(name, who))] as const;
      }),
    );
    return new Map(found.flatMap(([name, rows]) => (rows === null ? [] : [[name, rows]])));
  }

  private async readRowsOf(name: string, who: Principal): Promise<Leased<StoredRows | null>> {
    const found = (await this.newestRows.find([name])).get(name);
    const seen = found !== undefined && maySee(found, who);
    return { value: seen ? { data_hash: found.data_hash, object: found.object } : null, topics: [topicOf(name)] };
  }

  versions(name: string): Promise<DatasetVersion[]> {
    return queryRows(
      this.source,
      versionRow,
      `SELECT ${VERSION} FROM dataset_version v WHERE dataset = $1 ORDER BY number DESC`,
      [name],
    );
  }

  async bytesOf(owner: string): Promise<number> {
    return (await ownedBy(this.source, owner, '')).bytes;
  }

  tableWith(dataHash: string): Promise<TableVersion | null> {
    return queryRow(
      this.source,
      tableRow,
      'SELECT data_hash, object, rows, bytes, columns FROM dataset_version WHERE data_hash = $1 AND removed_at IS NULL ORDER BY created_at LIMIT 1',
      [dataHash],
    );
  }

  async replaceObject(damaged: string, { object, bytes }: StoredObject): Promise<void> {
    const pointed = await queryRows(
      this.source,
      z.object({ dataset: z.string() }),
      `WITH pointed AS (UPDATE dataset_version SET object = $2, bytes = $3 WHERE object = $1 RETURNING dataset)
       SELECT DISTINCT dataset FROM pointed`,
      [damaged, object, bytes],
    );
    await this.facts.changed(...pointed.map((it) => topicOf(it.dataset)));
  }

  async register(registration: Registration): Promise<StoredDataset> {
    const topic = topicOf(registration.name);
    const stored = await this.facts.beforeRefusing([topic], () => this.store(registration));
    await this.facts.changed(topic);
    return stored;
  }

  private store(registration: Registration): Promise<StoredDataset> {
    const { name, description, version, dataHash } = registration;
    return this.inTurn(name, async (manager, before) => {
      const payer = before?.owner ?? version.createdBy;
      // Registrations that one owner pays for wait for each other, too.
      await lockName(manager, 'storage of', payer);
      const named = await this.before(manager, name, before);
      const access = registration.admit(named, await storageWith(manager, payer, registration));
      if (before === null) await create(manager, registration, access);
      else if (description !== '')
        await execute(manager, 'UPDATE dataset SET description = $2 WHERE name = $1', [name, description]);
      if (before?.newest.table.data_hash !== dataHash)
        await this.append(manager, name, { ...version, table: await registration.keep() });
      const stored = await this.whoever(manager, name);
      if (stored === null) throw new Error(`the dataset ${name} was deleted while it was being registered`);
      return stored;
    });
  }

  async delete(name: string, expected: string, who: Principal): Promise<boolean> {
    const deleted = await this.inTurn(name, async (manager, there) => {
      if (asSeen(there, who)?.newest.table.data_hash !== expected) return false;
      await deleteRow(manager, 'dataset', name);
      return true;
    });
    // Also when it was deleted already: whoever did may have died before telling.
    await this.facts.changed(topicOf(name));
    return deleted;
  }

  private async before(on: Queryable, name: string, dataset: StoredDataset | null): Promise<NamedBefore> {
    return { dataset, deleted: await deletedAccess(on, 'dataset', name) };
  }

  private async append(
    manager: EntityManager,
    name: string,
    { table, source, createdAt, createdBy }: DatasetVersion,
  ): Promise<void> {
    await execute(
      manager,
      `INSERT INTO dataset_version (dataset, number, data_hash, object, rows, bytes, columns, source, created_at, created_by) SELECT $1, coalesce(max(number), 0) + 1, $2, $3, $4::bigint, $5::bigint, $6::jsonb, $7, $8::timestamptz, $9 FROM dataset_version WHERE dataset = $1`,
      [
        name,
        table.data_hash,
        table.object,
        table.rows,
        table.bytes,
        JSON.stringify(table.columns),
        source,
        createdAt,
        createdBy,
      ],
    );
    await execute(manager, 'UPDATE dataset SET updated_at = $2 WHERE name = $1', [name, createdAt]);
  }
}

function toVersion({
  data_hash,
  object,
  rows,
  bytes,
  columns,
  source,
  created_at,
  created_by,
}: z.output<z.ZodObject<typeof versionShape>>): DatasetVersion {
  return { table: { data_hash, object, rows, bytes, columns }, source, createdAt: created_at, createdBy: created_by };
}

/** Takes over the name: the deleted dataset's versions become the new one's history. */
async function create(
  manager: EntityManager,
  { name, description, version }: Registration,
  { owner, visibility, groups }: ObjectAccess,
): Promise<void> {
  await execute(manager, 'DELETE FROM deleted_dataset WHERE name = $1', [name]);
  await execute(
    manager,
    'INSERT INTO dataset (name, description, owner, visibility, groups, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)',
    [name, description, owner, visibility, groups, version.createdAt],
  );
}

async function storageWith(
  manager: EntityManager,
  owner: string,
  { dataHash, bytes }: Registration,
): Promise<OwnedStorage> {
  const owned = await ownedBy(manager, owner, dataHash);
  return { owner, bytes: owned.bytes, added: owned.has ? 0 : bytes };
}

const ownedRow = z.object({ bytes: z.string().transform(Number), has: z.boolean() });

/** The bytes of an owner's datasets, including deleted ones until their rows are removed, and whether these rows are among them. Equal rows are one object. */
async function ownedBy(on: Queryable, owner: string, dataHash: string): Promise<z.output<typeof ownedRow>> {
  const row = await queryRow(
    on,
    ownedRow,
    `SELECT coalesce(sum(bytes), 0)::text AS bytes, coalesce(bool_or(known), false) AS has
     FROM (SELECT max(v.bytes) AS bytes, bool_or(v.data_hash = $2) AS known FROM dataset_version v JOIN (SELECT name, owner FROM dataset UNION ALL SELECT name, owner FROM deleted_dataset) d ON d.name = v.dataset WHERE d.owner = $1 AND v.removed_at IS NULL GROUP BY v.object) o`,
    [owner, dataHash],
  );
  return row ?? { bytes: 0, has: false };
}
