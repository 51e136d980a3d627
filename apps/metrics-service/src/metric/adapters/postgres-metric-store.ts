import { Injectable } from '@nestjs/common';
import { type Metric, metricDefinition, metricOperands } from '@svc/contracts';
import { execute, queryRow, queryRows } from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Catalogue, MetricChange } from '../metric-change';
import type { MetricStore, MetricVersion } from '../metric.ports';

const at = z.date().transform((it) => it.toISOString());
const metricRow = z.object({ name: z.string(), definition: metricDefinition, version: z.int(), etag: z.string(), owner: z.string(), created_at: at, updated_at: at });
const versionRow = z.object({ version: z.int(), definition: metricDefinition, author: z.string(), created_at: at, change: z.string() });
const COLUMNS = 'name, definition, version, etag, owner, created_at, updated_at';

/** Metrics in the `metrics` schema: one row each, and one per definition they have had. */
@Injectable()
export class PostgresMetricStore implements MetricStore {
  constructor(private readonly source: DataSource) {}

  find(name: string): Promise<Metric | null> {
    return queryRow(this.source, metricRow, `SELECT ${COLUMNS} FROM metric WHERE name = $1`, [name]);
  }

  async names(): Promise<readonly string[]> {
    const rows = await queryRows(this.source, z.object({ name: z.string() }), 'SELECT name FROM metric ORDER BY name');
    return rows.map((it) => it.name);
  }

  page(after: string | null, limit: number): Promise<readonly Metric[]> {
    return queryRows(this.source, metricRow, `SELECT ${COLUMNS} FROM metric WHERE $1::text IS NULL OR name > $1 ORDER BY name LIMIT $2`, [after, limit]);
  }

  async withOperands(name: string): Promise<Catalogue> {
    // UNION, not UNION ALL: a circle, were there one, would end.
    const rows = await queryRows(this.source, metricRow,
      `WITH RECURSIVE needed (name) AS (
         SELECT $1::text
         UNION
         SELECT operand FROM needed JOIN metric USING (name), unnest(operands) AS operand
       ) SELECT ${COLUMNS} FROM metric JOIN needed USING (name)`, [name]);
    return byName(rows);
  }

  history(name: string): Promise<readonly MetricVersion[]> {
    return queryRows(this.source, versionRow, 'SELECT version, definition, author, created_at, change FROM metric_version WHERE name = $1 ORDER BY version DESC', [name]);
  }

  catalogue(): Promise<Catalogue> {
    return allMetrics(this.source);
  }

  async change<C extends MetricChange>(names: readonly string[], decide: (catalogue: Catalogue, lastVersion: (name: string) => number) => readonly C[]): Promise<readonly C[]> {
    return this.source.transaction(async (manager) => {
      // Changes take turns, readers do not wait: whether a metric may change depends on the others.
      await execute(manager, 'LOCK TABLE metric IN SHARE ROW EXCLUSIVE MODE');
      const last = await queryRows(manager, z.object({ name: z.string(), version: z.int() }), 'SELECT name, max(version) AS version FROM metric_version WHERE name = ANY($1) GROUP BY name', [names]);
      const versions = new Map(last.map((it) => [it.name, it.version]));
      const lastVersion = (name: string): number => versions.get(name) ?? 0;
      const decided = decide(await allMetrics(manager), lastVersion);
      for (const change of decided) await apply(manager, change, lastVersion(change.metric.name));
      return decided;
    });
  }
}

async function allMetrics(on: DataSource | EntityManager): Promise<Catalogue> {
  return byName(await queryRows(on, metricRow, `SELECT ${COLUMNS} FROM metric ORDER BY name`));
}

function byName(rows: readonly Metric[]): Catalogue {
  return new Map(rows.map((it) => [it.name, it]));
}

async function apply(manager: EntityManager, change: MetricChange, lastVersion: number): Promise<void> {
  if (change.kind === 'keep') return;
  const { metric, author } = change;
  if (change.kind === 'delete') {
    await execute(manager, 'DELETE FROM metric WHERE name = $1', [metric.name]);
    await record(manager, { metric, version: lastVersion + 1, author, change: 'deleted' });
    return;
  }
  await execute(manager,
    `INSERT INTO metric (${COLUMNS}, operands) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (name) DO UPDATE SET definition = $2, version = $3, etag = $4, updated_at = $7, operands = $8`,
    [metric.name, JSON.stringify(metric.definition), metric.version, metric.etag, metric.owner, metric.created_at, metric.updated_at, metricOperands(metric.definition)]);
  await record(manager, { metric, version: metric.version, author, change: change.change });
}

async function record(manager: EntityManager, entry: { readonly metric: Metric; readonly version: number; readonly author: string; readonly change: string }): Promise<void> {
  const { metric, version, author, change } = entry;
  await execute(manager, 'INSERT INTO metric_version (name, version, definition, author, change) VALUES ($1, $2, $3, $4, $5)', [metric.name, version, JSON.stringify(metric.definition), author, change]);
}
