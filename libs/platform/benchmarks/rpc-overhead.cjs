// What one call costs over bare NATS, on this machine. From libs/platform: node benchmarks/rpc-overhead.cjs
require('../test/run-typescript.js');
const { Controller } = require('@nestjs/common');
const { internalCall } = require('@svc/contracts');
const { connect } = require('nats');
const { z } = require('zod');
const { ANALYST, RpcSides } = require('../test/rpc-sides.ts');
const { Handles } = require('../src/rpc/handles.ts');

const ROUNDS = 5_000;
const WARM_UP = 3_000;
const AT_ONCE = 32;

// The shape and size of a typical metric query and its answer.
const query = internalCall({
  name: 'bench.query',
  subject: 'svc.metrics.bench.query',
  request: z.strictObject({
    name: z.string(),
    group_by: z.array(z.string()),
    filters: z.array(z.strictObject({ column: z.string(), op: z.enum(['eq', 'gt']), value: z.json() })),
  }),
  response: z.object({
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    rows: z.array(z.array(z.json())),
    row_count: z.int(),
    sql: z.string(),
  }),
});
const REQUEST = {
  name: 'revenue',
  group_by: ['month', 'region'],
  filters: [{ column: 'region', op: 'eq', value: 'north' }],
};
const ANSWER = {
  columns: [
    { name: 'month', type: 'date' },
    { name: 'region', type: 'string' },
    { name: 'revenue', type: 'double' },
  ],
  rows: Array.from({ length: 24 }, (_, row) => [`2025-${row}`, 'north', row * 1.5]),
  row_count: 24,
  sql: "select date_trunc('month', at), region, sum(amount) from orders where region = $1 group by 1, 2",
};

class Metrics {
  query() {
    return ANSWER;
  }
}
Handles(query)(Metrics.prototype, 'query', Object.getOwnPropertyDescriptor(Metrics.prototype, 'query'));
Controller()(Metrics);

async function measure(request) {
  for (let round = 0; round < WARM_UP; round += 1) await request();
  const micros = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await request();
    micros.push((performance.now() - started) * 1_000);
  }
  micros.sort((a, b) => a - b);
  const started = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let round = 0; round < ROUNDS / AT_ONCE; round += 1) await request();
    }),
  );
  const seconds = (performance.now() - started) / 1_000;
  return {
    p50_us: Math.round(micros[ROUNDS / 2]),
    p99_us: Math.round(micros[ROUNDS * 0.99]),
    per_second: Math.round(ROUNDS / seconds),
  };
}

async function main() {
  const sides = await RpcSides.start();
  const asking = await connect({ servers: sides.nats.url, noAsyncTraces: true });
  const answering = await connect({ servers: sides.nats.url, noAsyncTraces: true });
  answering.subscribe('bare', {
    callback: (_, message) => {
      message.json();
      message.respond(JSON.stringify(ANSWER));
    },
  });
  await answering.flush();
  await sides.boot('metrics', [Metrics], { env: { SVC_MAX_CONCURRENCY: '1000' } });
  const client = await sides.caller();
  const results = {};
  for (const round of [1, 2, 3]) {
    results[`bare NATS ${round}`] = await measure(async () =>
      (await asking.request('bare', JSON.stringify(REQUEST), { timeout: 5_000 })).json(),
    );
    results[`our call ${round}`] = await measure(() => client.call(query, REQUEST, { principal: ANALYST }));
  }
  console.table(results);
  await asking.close();
  await answering.close();
  await sides.stop();
}

void main();
