import { Inject, Injectable } from '@nestjs/common';
import { type ModelDefinition, modelDefinition, objectAccess, type Principal } from '@svc/contracts';
import {
  deletedAccess,
  deleteRow,
  execute,
  NamedRows,
  type Past,
  preparedRows,
  queryRow,
  queryRows,
  seenBy,
} from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { EVENT_LOG, type EventLog } from '../../webhook/adapters/event-log';
import type { StoredModel } from '../model';
import type { ModelChange, ModelStore } from '../model.ports';
import { EMPTY_REGISTRY } from '../registry-rules';
import { type StoredVersion, versionContent } from '../version/version-content';

const modelRow = z
  .object({
    name: z.string(),
    definition: modelDefinition,
    ...objectAccess.shape,
    created_at: z.date(),
    updated_at: z.date(),
    last_number: z.int(),
    versions: z.array(z.int()),
    aliases: z.record(z.string(), z.int()),
  })
  .transform(({ created_at, updated_at, last_number, versions, aliases, ...same }): StoredModel => ({
    ...same,
    registry: { lastNumber: last_number, versions: new Set(versions), aliases: new Map(Object.entries(aliases)) },
    createdAt: created_at,
    updatedAt: updated_at,
  }));

const versionRow = z
  .object({
    version: z.int(),
    content: versionContent,
    job: z.string(),
    author: z.string(),
    created_at: z.date(),
  })
  .transform(({ created_at, ...same }): StoredVersion => ({ ...same, createdAt: created_at }));

const MODELS = `
  SELECT m.*,
    coalesce((SELECT max(v.version) FROM model_version v WHERE v.name = m.name), 0) AS last_number,
    ARRAY(SELECT v.version FROM model_version v WHERE v.name = m.name AND v.deleted_at IS NULL) AS versions,
    coalesce((SELECT jsonb_object_agg(a.alias, a.version) FROM model_alias a WHERE a.name = m.name), '{}') AS aliases
  FROM model m`;
const RESOLVE = `
  SELECT m.owner, v.version
  FROM model m
  LEFT JOIN model_alias a ON a.name = m.name AND a.alias = $5::text
  LEFT JOIN model_version v ON v.name = m.name AND v.version = coalesce($6::int, a.version) AND v.deleted_at IS NULL
  WHERE m.name = $4::text AND`;
const resolvedRow = z.object({ owner: z.string(), version: z.int().nullable() });
const VERSIONS = 'SELECT version, content, job, author, created_at FROM model_version';

/** Models in the schema `model`. Events of a change are recorded with it. */
@Injectable()
export class PostgresModelStore extends NamedRows<StoredModel> implements ModelStore {
  constructor(
    source: DataSource,
    @Inject(EVENT_LOG) private readonly log: EventLog,
  ) {
    super(source, { table: 'model', select: MODELS, row: modelRow });
  }

  async resolve(name: string, ref: string, who: Principal) {
    const number = /^\d+$/.test(ref) ? Number(ref) : null;
    const seen = seenBy(who, 1);
    const statement = { name: 'resolve-model-version', text: `${RESOLVE} ${seen.sql}` };
    const [found] = await preparedRows(this.source, resolvedRow, statement, [...seen.values, name, ref, number]);
    return found ?? null;
  }

  versions(name: string, before: number | null, limit: number | null): Promise<readonly StoredVersion[]> {
    return queryRows(
      this.source,
      versionRow,
      `${VERSIONS} WHERE name = $1 AND deleted_at IS NULL AND ($2::int IS NULL OR version < $2) ORDER BY version DESC LIMIT $3`,
      [name, before, limit],
    );
  }

  version(name: string, version: number): Promise<StoredVersion | null> {
    const sql = `${VERSIONS} WHERE name = $1 AND version = $2 AND deleted_at IS NULL`;
    return queryRow(this.source, versionRow, sql, [name, version]);
  }

  async trainedOn(dataHashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await queryRows(
      this.source,
      z.object({ data_hash: z.string() }),
      "SELECT DISTINCT content -> 'source' ->> 'data_hash' AS data_hash FROM model_version WHERE deleted_at IS NULL AND content -> 'source' ->> 'data_hash' = ANY($1)",
      [dataHashes],
    );
    return new Set(rows.map((it) => it.data_hash));
  }

  versionOfJob(job: string): Promise<{ readonly name: string; readonly version: number } | null> {
    const row = z.object({ name: z.string(), version: z.int() });
    return queryRow(this.source, row, 'SELECT name, version FROM model_version WHERE job = $1', [job]);
  }

  change<T extends ModelChange | null>(
    name: string,
    decide: (there: StoredModel | null, past: Past) => T | Promise<T>,
  ): Promise<T> {
    return this.inTurn(name, async (manager, there) => {
      const decided = await decide(there, await past(manager, name));
      if (decided !== null) await this.apply(manager, decided, there);
      return decided;
    });
  }

  private async apply(manager: EntityManager, change: ModelChange, there: StoredModel | null): Promise<void> {
    if (change.deleted === true) await deleteModel(manager, change);
    else {
      await saveModel(manager, change);
      await addVersion(manager, change);
      await deleteVersions(manager, change, there);
      await setAliases(manager, change, there);
    }
    await this.log.record(
      manager,
      change.events.map(({ type, ...data }) => ({ type, data: { name: change.name, ...data } })),
      change.at,
    );
  }
}

/** Numbers go on where they ended, also when the model was deleted. */
async function past(manager: EntityManager, name: string): Promise<Past> {
  const row = await queryRow(
    manager,
    z.object({ last: z.int() }),
    'SELECT coalesce(max(version), 0) AS last FROM model_version WHERE name = $1',
    [name],
  );
  return { lastVersion: row?.last ?? 0, access: await deletedAccess(manager, 'model', name) };
}

async function saveModel(manager: EntityManager, { name, definition, access, at }: ModelChange): Promise<void> {
  await execute(
    manager,
    `INSERT INTO model (name, definition, owner, visibility, groups, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (name) DO UPDATE SET definition = $2, updated_at = $6`,
    [name, JSON.stringify(definition satisfies ModelDefinition), access.owner, access.visibility, access.groups, at],
  );
}

async function addVersion(manager: EntityManager, { name, registry, added, by, at }: ModelChange): Promise<void> {
  if (added === undefined) return;
  await execute(
    manager,
    'INSERT INTO model_version (name, version, content, job, author, created_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [name, registry.lastNumber, JSON.stringify(added.content), added.job, by, at],
  );
}

async function deleteVersions(manager: EntityManager, change: ModelChange, there: StoredModel | null): Promise<void> {
  const gone = [...(there?.registry ?? EMPTY_REGISTRY).versions].filter((it) => !change.registry.versions.has(it));
  if (gone.length === 0) return;
  await execute(
    manager,
    'UPDATE model_version SET deleted_at = $3, deleted_by = $4 WHERE name = $1 AND version = ANY($2)',
    [change.name, gone, change.at, change.by],
  );
}

async function setAliases(manager: EntityManager, change: ModelChange, there: StoredModel | null): Promise<void> {
  const { name, by, at, registry } = change;
  for (const alias of (there?.registry ?? EMPTY_REGISTRY).aliases.keys())
    if (!registry.aliases.has(alias))
      await execute(manager, 'DELETE FROM model_alias WHERE name = $1 AND alias = $2', [name, alias]);
  for (const [alias, version] of registry.aliases)
    await execute(
      manager,
      `INSERT INTO model_alias (name, alias, version, set_by, set_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name, alias) DO UPDATE SET version = $3, set_by = $4, set_at = $5 WHERE model_alias.version <> $3`,
      [name, alias, version, by, at],
    );
}

/** The rows of its versions stay, as evidence and so that no number is used again. */
async function deleteModel(manager: EntityManager, { name, by, at }: ModelChange): Promise<void> {
  await deleteRow(manager, 'model', name);
  await execute(
    manager,
    'UPDATE model_version SET deleted_at = $2, deleted_by = $3 WHERE name = $1 AND deleted_at IS NULL',
    [name, at, by],
  );
}
