import { startPostgres } from '@svc/testing';
import { Client } from 'pg';
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
      const definitions = [{ type: 'simple', name: 'a', source: 's', measure: { agg: 'count' }, dimensions: [] }, { type: 'ratio', name: 'r', numerator: 'a', denominator: 'b' }];
      for (const it of definitions) await client.query("INSERT INTO metric VALUES ($1, $2, 1, 'e', 'o', now(), now())", [it.name, JSON.stringify(it)]);
      await new NameMetricOperands().up(change);
      expect((await client.query('SELECT name, operands FROM metric ORDER BY name')).rows).toEqual([{ name: 'a', operands: [] }, { name: 'r', operands: ['a', 'b'] }]);
    } finally {
      await client.end();
      await postgres.stop();
    }
  }, 120_000);
});
