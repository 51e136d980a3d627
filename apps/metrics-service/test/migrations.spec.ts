import { startPostgres } from '@svc/testing';
import { Client } from 'pg';
import { AddAccess } from '../migrations/add-access';
import { CreateDashboards } from '../migrations/create-dashboards';
import { CreateMetrics } from '../migrations/create-metrics';
import { NameMetricOperands } from '../migrations/name-metric-operands';

describe('the schema of metrics', () => {
  it('learns of metrics that are there already what they are made of', async () => {
    const postgres = await startPostgres({ fsync: false });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const change = { query: (sql: string, values?: unknown[]) => client.query(sql, values) };
      await new CreateMetrics().up(change);
      const definitions = [
        { type: 'simple', name: 'a', source: 's', measure: { agg: 'count' }, dimensions: [] },
        { type: 'ratio', name: 'r', numerator: 'a', denominator: 'b' },
      ];
      for (const it of definitions)
        await client.query("INSERT INTO metric VALUES ($1, $2, 1, 'e', 'o', now(), now())", [
          it.name,
          JSON.stringify(it),
        ]);
      await new NameMetricOperands().up(change);
      expect((await client.query('SELECT name, operands FROM metric ORDER BY name')).rows).toEqual([
        { name: 'a', operands: [] },
        { name: 'r', operands: ['a', 'b'] },
      ]);
    } finally {
      await client.end();
      await postgres.stop();
    }
  });

  it('leaves metrics that are there already, and the history of deleted ones, visible to the project', async () => {
    const postgres = await startPostgres({ fsync: false });
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const change = { query: (sql: string, values?: unknown[]) => client.query(sql, values) };
      for (const migration of [new CreateMetrics(), new NameMetricOperands(), new CreateDashboards()])
        await migration.up(change);
      await client.query(
        "INSERT INTO metric (name, definition, version, etag, owner, created_at, updated_at) VALUES ('kept', '{}', 1, 'e', 'user:ada', now(), now())",
      );
      const versions = [
        ['kept', 1, 'user:ada'],
        ['gone', 1, 'user:ada'],
        ['gone', 2, 'user:mia'],
      ];
      for (const it of versions)
        await client.query(
          "INSERT INTO metric_version (name, version, definition, author, change) VALUES ($1, $2, '{}', $3, 'created')",
          it,
        );
      await new AddAccess().up(change);
      expect((await client.query('SELECT name, owner, visibility, groups FROM metric')).rows).toEqual([
        { name: 'kept', owner: 'user:ada', visibility: 'project', groups: [] },
      ]);
      expect((await client.query('SELECT * FROM deleted_metric')).rows).toEqual([
        { name: 'gone', owner: 'user:mia', visibility: 'project', groups: [] },
      ]);
      await expect(client.query("UPDATE metric SET visibility = 'everybody'")).rejects.toThrow(
        'violates check constraint',
      );
    } finally {
      await client.end();
      await postgres.stop();
    }
  });
});
