import { Injectable } from '@nestjs/common';
import { metricDefinition, metricOperands, objectAccess, type ObjectAccess, type Principal } from '@svc/contracts';
import {
  deleteRow,
  execute,
  inTransaction,
  NamedRows,
  OwnFacts,
  type OwnFactsOfKind,
  pastOf,
  type Queryable,
  queryRows,
  recordVersion,
  seenBy,
  sightKey,
  versionsOf,
} from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Catalogue, MetricChange } from '../definition/metric-change';
import type { Decide, MetricStore, MetricVersion } from '../metric.ports';
import type { StoredMetric } from '../definition/stored-metric';

const at = z.date().transform((it) => it.toISOString());
const metricRow = z.object({
  name: z.string(),
  definition: metricDefinition,
  version: z.int(),
  etag: z.string(),
  ...objectAccess.shape,
  created_at: at,
  updated_at: at,
});
const COLUMNS = 'name, definition, version, etag, owner, visibility, groups, created_at, updated_at';

/** Metrics in the `metrics` schema: one row each, and one per definition they have had. */
@Injectable()
export class PostgresMetricStore extends NamedRows<StoredMetric> implements MetricStore {
  private readonly known: OwnFactsOfKind<Catalogue>;

  constructor(
    source: DataSource,
    private readonly facts: OwnFacts,
  ) {
    super(source, { table: 'metric', select: `SELECT ${COLUMNS} FROM metric`, row: metricRow });
    this.known = facts.kind();
  }

  /** Leased, each reader's for themselves. What is hidden is never held, so it takes as long as what is missing. */
  withOperands(name: string, who: Principal): Promise<Catalogue> {
    return this.known.find(JSON.stringify([name, sightKey(who)]), async () => {
      const value = await this.readWithOperands(name, who);
      return { value, topics: value.has(name) ? namesIn(value) : null };
    });
  }

  override async share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean> {
    const shared = await super.share(name, access, expected);
    // Also when it was shared already: whoever did may have died before telling.
    await this.facts.changed(name);
    return shared;
  }

  private async readWithOperands(name: string, who: Principal): Promise<Catalogue> {
    const seen = seenBy(who, 2);
    // UNION, not UNION ALL: it would terminate even on a cycle.
    const rows = await queryRows(
      this.source,
      metricRow,
      `WITH RECURSIVE needed (name) AS (
         SELECT $1::text
         UNION
         SELECT operand FROM needed JOIN metric USING (name), unnest(operands) AS operand WHERE ${seen.sql}
       ) SELECT ${COLUMNS} FROM metric JOIN needed USING (name) WHERE ${seen.sql}`,
      [name, ...seen.values],
    );
    return byName(rows);
  }

  history(name: string, who: Principal): Promise<readonly MetricVersion[]> {
    return versionsOf(this.source, { table: 'metric', definition: metricDefinition, seen: seenBy(who, 2) }, name);
  }

  async catalogue(who: Principal): Promise<Catalogue> {
    return byName(await this.page(null, null, who));
  }

  async consider<T>(names: readonly string[], decide: Decide<T>): Promise<T> {
    return decide(await allMetrics(this.source), await pastOf(this.source, 'metric', names));
  }

  async change<C extends MetricChange>(names: readonly string[], decide: Decide<readonly C[]>): Promise<readonly C[]> {
    const made = await this.facts.beforeRefusing(names, () =>
      inTransaction(this.source, async (manager) => {
        // Changes are serialised, readers do not wait: whether a metric may change depends on the others.
        await execute(manager, 'LOCK TABLE metric IN SHARE ROW EXCLUSIVE MODE');
        const past = await pastOf(manager, 'metric', names);
        const decided = decide(await allMetrics(manager), past);
        for (const change of decided) await apply(manager, change, past(change.metric.name).lastVersion);
        return decided;
      }),
    );
    await this.facts.changed(...names, ...made.map((it) => it.metric.name));
    return made;
  }
}

/** The metrics, and what they are made of, whether it exists and is seen or not. */
function namesIn(catalogue: Catalogue): string[] {
  return [...new Set([...catalogue.values()].flatMap((it) => [it.name, ...metricOperands(it.definition)]))];
}

async function allMetrics(on: Queryable): Promise<Catalogue> {
  return byName(await queryRows(on, metricRow, `SELECT ${COLUMNS} FROM metric ORDER BY name`));
}

function byName(rows: readonly StoredMetric[]): Catalogue {
  return new Map(rows.map((it) => [it.name, it]));
}

async function apply(manager: EntityManager, change: MetricChange, lastVersion: number): Promise<void> {
  if (change.kind === 'keep') return;
  const { metric, author } = change;
  if (change.kind === 'delete') {
    await deleteRow(manager, 'metric', metric.name);
    await recordVersion(manager, 'metric', { ...metric, version: lastVersion + 1, author, change: 'deleted' });
    return;
  }
  await execute(
    manager,
    `INSERT INTO metric (${COLUMNS}, operands) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     ON CONFLICT (name) DO UPDATE SET definition = $2, version = $3, etag = $4, updated_at = $9, operands = $10`,
    [
      metric.name,
      JSON.stringify(metric.definition),
      metric.version,
      metric.etag,
      metric.owner,
      metric.visibility,
      metric.groups,
      metric.created_at,
      metric.updated_at,
      metricOperands(metric.definition),
    ],
  );
  await recordVersion(manager, 'metric', { ...metric, author, change: change.change });
}
