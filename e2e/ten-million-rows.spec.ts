import { admin } from './stack';

const source = `
from svc import Contract, Dataset, derivation

@derivation(
    inputs={"planes": Dataset("planes")},
    contract=Contract(fields=[{"name": "n", "type": "integer", "constraints": {"required": True}}], table={"rowCount": {"min": 10_000_000}}),
)
def ten_million(ctx):
    """Ten million rows that never pass through Python."""
    return ctx.sql("select i as n, i % 97 as bucket, (i * 0.5)::double as half from range(10000000) t(i), (select 1 from planes limit 1)")
`;

describe('a derivation over ten million rows by ctx.sql', () => {
  it('runs without its rows passing through Python, in bounded memory', async () => {
    const client = await admin();
    await client.putDerivation({
      params: { name: 'ten_million' },
      body: { files: { 'derivations/ten_million.py': source } },
    });
    const started = await client.runDerivation({ params: { name: 'ten_million' }, body: {} });
    const job = await client.waitForJob(started.id);
    expect(job).toMatchObject({ state: 'succeeded', result: { outcome: 'succeeded' } });
    const { newest_run } = await client.getDerivation({ params: { name: 'ten_million' } });
    expect(newest_run).toMatchObject({ rows: 10_000_000 });
    const execution = await client.listRuns({ params: { name: 'ten_million' } });
    expect(execution.items[0]?.stderr).toBe('');
  });
});
