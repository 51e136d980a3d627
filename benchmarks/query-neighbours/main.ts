import { setTimeout as delay } from 'node:timers/promises';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable, times } from '../measure/markdown-table';
import { quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { type Ask, askAt } from '../query-path/ask';
import { clients } from '../query-path/clients';
import { startGateway } from '../request-overhead/servers';
import { runningStack } from '../stack/running-stack';
import { HOSTILE } from './hostile-statements';

/*
 * What a caller notices of another who means harm: their latencies, alone and beside each kind of hostile statement.
 * `npm run query-neighbours -w @svc/benchmarks -- [seconds each] [hostile clients]`
 */

const NEIGHBOURS = 2;

async function main(seconds: number, hostiles: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  const gateway = await startGateway(stack, {});
  const tokens = await Promise.all(
    ['bench hostile', 'bench neighbour'].map((name) =>
      stack.client.createToken({ body: { name, role: 'viewer', scopes: ['sql:run'] } }),
    ),
  );
  const [hostile, neighbour] = tokens.map(({ secret }) => askAt(gateway.url, secret));
  if (hostile === undefined || neighbour === undefined) throw new Error('a token is missing');
  try {
    const rows: string[][] = [];
    const before = await measured(neighbour, seconds);
    rows.push(row('nobody', before, before, 0));
    for (const [kind, statements] of Object.entries(HOSTILE)) {
      say(kind);
      const sent = beside(gateway.url, tokens[0]?.secret ?? '', statements, hostiles);
      // They have taken what they can get by then.
      await delay(500);
      const met = await measured(neighbour, seconds);
      rows.push(row(kind, met, before, await sent.stop()));
      await measured(neighbour, 1);
    }
    const after = await measured(neighbour, seconds);
    rows.push(row('nobody any more', after, before, 0));
    process.stdout.write(
      `## A neighbour of hostile statements\n\n${machineText(beginning, {})}- ${String(NEIGHBOURS)} neighbours, ${String(hostiles)} hostile clients with a token of their own, ${String(seconds)} s each; every answer of the neighbour was right\n\n`,
    );
    process.stdout.write(
      markdownTable(
        ['beside', 'p50 ms', 'p95 ms', 'slowest ms', 'p95 ÷ alone', 'answers', 'hostile statements ended'],
        rows,
      ),
    );
  } finally {
    await Promise.all(tokens.map(({ id }) => stack.client.revokeToken({ params: { id } })));
    await gateway.stop();
  }
}

async function measured(ask: Ask, seconds: number): Promise<readonly number[]> {
  const { latencies } = await clients(NEIGHBOURS, seconds * 1000, async (unique) => {
    const { status, body } = await ask('/api/sql', { sql: `SELECT sum(range) + ${String(unique)} FROM range(1000)` });
    if (status !== 200 || !body.includes(`[[${String(499_500 + unique)}]]`))
      throw new Error(`the neighbour was answered ${String(status)}: ${body}`);
  });
  return latencies;
}

/** Clients that send such statements again and again until they are stopped, and then hang up. */
function beside(url: string, token: string, statements: readonly string[], count: number): { stop(): Promise<number> } {
  const over = new AbortController();
  let ended = 0;
  const client = async (at: number): Promise<void> => {
    for (let n = at; !over.signal.aborted; n += 1) {
      const sql = `${statements[n % statements.length] ?? ''} -- ${String(at)}.${String(n)}`;
      const init = {
        method: 'POST',
        signal: over.signal,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sql }),
      };
      await fetch(`${url}/api/sql`, init)
        .then((it) => it.text())
        .then(
          () => {
            ended += 1;
          },
          () => undefined,
        );
    }
  };
  const running = Promise.all(Array.from({ length: count }, (_, at) => client(at)));
  return {
    async stop() {
      over.abort();
      await running;
      return ended;
    },
  };
}

function row(beside: string, met: readonly number[], alone: readonly number[], ended: number): string[] {
  const p95 = quantile(met, 0.95);
  return [
    beside,
    figure(quantile(met, 0.5)),
    figure(p95),
    figure(Math.max(...met)),
    times(p95 / quantile(alone, 0.95)),
    String(met.length),
    String(ended),
  ];
}

void main(Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 4));
