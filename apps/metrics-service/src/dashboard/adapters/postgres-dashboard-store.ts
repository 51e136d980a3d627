import { Injectable } from '@nestjs/common';
import { dashboardSpec, type ObjectAccess, objectAccess, type Principal } from '@svc/contracts';
import {
  deleteRow,
  execute,
  NamedRows,
  nameIsSeen,
  OwnFacts,
  type OwnFactsOfKind,
  type Past,
  pastOf,
  queryRow,
  queryRows,
  recordVersion,
  seenBy,
  sightKey,
} from '@svc/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { StoredDashboard } from '../dashboard';
import type { DashboardChange } from '../dashboard-change';
import { type DashboardStore, topicOf, type VersionWithSpec } from '../dashboard.ports';

const at = z.date().transform((it) => it.toISOString());

const dashboardRow = z
  .object({
    name: z.string(),
    spec: dashboardSpec,
    version: z.int(),
    ...objectAccess.shape,
    created_at: at,
    updated_at: at,
    published_version: z.int().nullable(),
    published_spec: dashboardSpec.nullable(),
    published_by: z.string().nullable(),
    published_at: at.nullable(),
  })
  .transform(({ published_version, published_spec, published_by, published_at, ...rest }): StoredDashboard => {
    if (published_version === null || published_spec === null || published_by === null || published_at === null)
      return { ...rest, published: null };
    return {
      ...rest,
      published: { version: published_version, spec: published_spec, author: published_by, published_at },
    };
  });

const versionRow = z
  .object({
    version: z.int(),
    spec: dashboardSpec,
    author: z.string(),
    created_at: at,
    change: z.string(),
    publications: z.array(
      z.object({ author: z.string(), published_at: z.string().transform((it) => new Date(it).toISOString()) }),
    ),
  })
  .transform((it): VersionWithSpec => ({ ...it, title: it.spec.title }));

const DASHBOARDS = `
  SELECT d.name, saved.spec, d.version, d.owner, d.visibility, d.groups, d.created_at, d.updated_at, d.published_version, shown.spec AS published_spec, d.published_by, d.published_at
  FROM dashboard d JOIN dashboard_version saved USING (name, version)
  LEFT JOIN dashboard_version shown ON shown.name = d.name AND shown.version = d.published_version`;

const VERSIONS = `
  SELECT v.version, v.spec, v.author, v.created_at, v.change, coalesce((
    SELECT jsonb_agg(jsonb_build_object('author', p.author, 'published_at', p.published_at) ORDER BY p.published_at)
    FROM dashboard_publication p WHERE p.name = v.name AND p.version = v.version), '[]') AS publications
  FROM dashboard_version v`;

/** Dashboards in the `metrics` schema: one row each, one per version, one per publication. */
@Injectable()
export class PostgresDashboardStore extends NamedRows<StoredDashboard> implements DashboardStore {
  private readonly known: OwnFactsOfKind<StoredDashboard | null>;

  constructor(
    source: DataSource,
    private readonly facts: OwnFacts,
  ) {
    super(source, { table: 'dashboard', select: DASHBOARDS, row: dashboardRow });
    this.known = facts.kind();
  }

  /** Leased, each reader's for themselves. What is hidden is never held, so it takes as long as what is missing. */
  override find(name: string, who: Principal): Promise<StoredDashboard | null> {
    return this.known.find(JSON.stringify([name, sightKey(who)]), async () => {
      const value = await super.find(name, who);
      return { value, topics: value === null ? null : [topicOf(name)] };
    });
  }

  override async share(name: string, access: ObjectAccess, expected: ObjectAccess): Promise<boolean> {
    const shared = await super.share(name, access, expected);
    // Also when it was shared already: whoever did may have died before telling.
    await this.facts.changed(topicOf(name));
    return shared;
  }

  override page(after: string | null, limit: number | null, who: Principal, drafts = true): Promise<StoredDashboard[]> {
    return this.pageOf(drafts ? 'true' : 'published_version IS NOT NULL', after, limit, who);
  }

  versions(name: string, who: Principal): Promise<readonly VersionWithSpec[]> {
    const seen = seenBy(who, 2);
    return queryRows(
      this.source,
      versionRow,
      `${VERSIONS} WHERE v.name = $1 AND ${nameIsSeen('dashboard', seen)} ORDER BY v.version DESC`,
      [name, ...seen.values],
    );
  }

  version(name: string, version: number, who: Principal): Promise<VersionWithSpec | null> {
    const seen = seenBy(who, 3);
    return queryRow(
      this.source,
      versionRow,
      `${VERSIONS} WHERE v.name = $1 AND v.version = $2 AND ${nameIsSeen('dashboard', seen)}`,
      [name, version, ...seen.values],
    );
  }

  async change(
    name: string,
    decide: (existing: StoredDashboard | null, past: Past) => DashboardChange,
  ): Promise<StoredDashboard> {
    const changed = await this.facts.beforeRefusing([topicOf(name)], () =>
      this.inTurn(name, async (manager, existing) => {
        const past = (await pastOf(manager, 'dashboard', [name]))(name);
        const decided = decide(existing, past);
        await apply(manager, decided, past.lastVersion);
        return decided.dashboard;
      }),
    );
    await this.facts.changed(topicOf(name));
    return changed;
  }
}

async function apply(manager: EntityManager, change: DashboardChange, lastVersion: number): Promise<void> {
  const { dashboard } = change;
  switch (change.kind) {
    case 'keep':
      return;
    case 'save':
      await record(manager, dashboard, { author: change.author, change: change.change });
      await execute(
        manager,
        `INSERT INTO dashboard (name, version, owner, visibility, groups, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
         ON CONFLICT (name) DO UPDATE SET version = $2, updated_at = $7`,
        [
          dashboard.name,
          dashboard.version,
          dashboard.owner,
          dashboard.visibility,
          dashboard.groups,
          dashboard.created_at,
          dashboard.updated_at,
        ],
      );
      return;
    case 'publish':
      return publish(manager, dashboard);
    case 'delete':
      await deleteRow(manager, 'dashboard', dashboard.name);
      await record(manager, { ...dashboard, version: lastVersion + 1 }, { author: change.author, change: 'deleted' });
  }
}

async function record(
  manager: EntityManager,
  { name, version, spec }: StoredDashboard,
  by: { readonly author: string; readonly change: string },
): Promise<void> {
  await recordVersion(manager, 'dashboard', { name, version, definition: spec, ...by }, 'spec');
}

async function publish(manager: EntityManager, { name, published }: StoredDashboard): Promise<void> {
  if (published === null) throw new Error('nothing to publish');
  const row = [name, published.version, published.author, published.published_at];
  await execute(
    manager,
    'UPDATE dashboard SET published_version = $2, published_by = $3, published_at = $4 WHERE name = $1',
    row,
  );
  await execute(
    manager,
    'INSERT INTO dashboard_publication (name, version, author, published_at) VALUES ($1, $2, $3, $4)',
    row,
  );
}
