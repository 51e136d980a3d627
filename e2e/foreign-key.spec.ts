import { Readable } from 'node:stream';
import type { Client } from '@svc/contracts';
import { admin } from './stack';

const source = (resource: string) => `
from svc import Contract, Dataset, derivation

@derivation(
    inputs={"orders": Dataset("fk_orders"), "customers": Dataset("fk_customers")},
    contract=Contract(
        fields=[{"name": "customer", "type": "integer", "constraints": {"required": True}}],
        table={"foreignKeys": [{"fields": ["customer"], "reference": {"resource": "${resource}", "fields": ["id"]}}]},
    ),
)
def fk_open_orders(ctx):
    """Every open order has a customer."""
    return ctx.sql("select customer from orders")
`;

async function register(client: Client, name: string, csv: string): Promise<void> {
  await client.registerDataset({
    body: { name },
    file: { file_name: `${name}.csv`, stream: Readable.from([Buffer.from(csv)]) },
  });
}

async function verdict(client: Client): Promise<unknown> {
  const params = { name: 'fk_open_orders' };
  const job = await client.waitForJob((await client.runDerivation({ params, body: {} })).id);
  return job.result;
}

describe('a contract whose foreign key points to an input', () => {
  it('is sound while every value is there, and unsound with the first that is not', async () => {
    const client = await admin();
    await register(client, 'fk_customers', 'id\n1\n2\n3\n');
    await register(client, 'fk_orders', 'customer\n1\n1\n3\n');
    await client.putDerivation({
      params: { name: 'fk_open_orders' },
      body: { files: { 'derivations/orders.py': source('customers') } },
    });
    expect(await verdict(client)).toMatchObject({ verdict: 'sound' });
    await register(client, 'fk_orders', 'customer\n1\n4\n3\n');
    expect(await verdict(client)).toMatchObject({
      verdict: 'unsound',
      reason: expect.stringContaining('foreignKey(customer → customers)'),
    });
  });

  it('is refused when it is declared and points to no input, with what to declare', async () => {
    const client = await admin();
    const { refused } = await client.describeDerivations({
      body: { files: { 'derivations/orders.py': source('customer') } },
    });
    expect(refused['fk_open_orders']).toMatchObject({
      code: 'invalid-contract',
      errors: [
        {
          pointer: expect.stringContaining('/foreignKeys/0/reference/resource'),
          message: expect.stringContaining('Dataset('),
        },
      ],
    });
  });
});
