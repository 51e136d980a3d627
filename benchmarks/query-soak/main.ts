import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable } from '../measure/markdown-table';
import { quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { type Ask, askAt } from '../query-path/ask';
import { residentMegabytes } from '../query-path/resident';
import { startGateway } from '../request-overhead/servers';
import { runningStack, type RunningStack } from '../stack/running-stack';

/*
 * Many clients ask for minutes while query workers are killed at random: no wrong answer, no hang, memory flat.
 * Ends with 1 when one of these does not hold. `npm run query-soak -w @svc/benchmarks -- [minutes] [clients]`
 */

const HANG_MS = 60_000;
/** Statements that one caller may have under way are more than this. */
const AT_ONCE = 16;
const TABLE = 'soak';
const ROWS = 20_000;

interface Tally {
  readonly latencies: number[];
  right: number;
  readonly wrong: string[];
  /** Told in so many words to come back later; by code. */
  readonly refused: Map<string, number>;
  hung: number;
  killed: number;
  readonly megabytes: number[];
}

async function main(minutes: number, count: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  await soakTable(stack);
  const gateway = await startGateway(stack, {});
  const tally: Tally = { latencies: [], right: 0, wrong: [], refused: new Map(), hung: 0, killed: 0, megabytes: [] };
  const until = performance.now() + minutes * 60_000;
  try {
    // A caller each, so that they take turns.
    const tokens = await Promise.all(
      Array.from({ length: Math.max(4, Math.ceil(count / AT_ONCE)) }, (_, n) =>
        stack.client.createToken({ body: { name: `soak ${String(n)}`, role: 'viewer', scopes: ['sql:run'] } }),
      ),
    );
    const asks = tokens.map(({ secret }) => askAt(gateway.url, secret));
    const clients = Array.from({ length: count }, (_, n) => client(asks[n % asks.length] ?? refuse, n, until, tally));
    await Promise.all([...clients, killer(stack, until, tally), watcher(stack, until, tally)]);
    await Promise.all(tokens.map(({ id }) => stack.client.revokeToken({ params: { id } })));
  } finally {
    await gateway.stop();
  }
  report(beginning, minutes, count, tally);
}

function refuse(): never {
  throw new Error('there is no token');
}

async function soakTable({ client }: RunningStack): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, n) => `${String(n)},${String(n % 7)}`);
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`i,g\n${lines.join('\n')}\n`);
  }
  await client.registerDataset({
    query: { visibility: 'project' },
    body: { name: TABLE },
    file: { stream: bytes(), file_name: 'soak.csv' },
  });
}

/** Statements whose answer is known by arithmetic: some asked before, some never, some of many rows, some too long for a message. */
function question(
  client: number,
  n: number,
): { readonly sql: string; readonly parameters: number[]; readonly rows: unknown[][] } {
  const upTo = n % 3 === 0 ? 1 + ((client * 7919 + n * 104_729) % ROWS) : 100 * (1 + (n % 5));
  if (n % 50 === 49)
    return {
      sql: `SELECT i, repeat('x', 200) FROM ${TABLE} WHERE i < $1 ORDER BY i`,
      parameters: [2000],
      rows: Array.from({ length: 2000 }, (_, i) => [i, 'x'.repeat(200)]),
    };
  if (n % 10 === 9)
    return {
      sql: `SELECT i FROM ${TABLE} WHERE i < $1 ORDER BY i`,
      parameters: [Math.min(upTo, 2000)],
      rows: Array.from({ length: Math.min(upTo, 2000) }, (_, i) => [i]),
    };
  return {
    sql: `SELECT count(*), sum(i) FROM ${TABLE} WHERE i < $1`,
    parameters: [upTo],
    rows: [[upTo, (upTo * (upTo - 1)) / 2]],
  };
}

async function client(ask: Ask, number: number, until: number, tally: Tally): Promise<void> {
  for (let n = 0; performance.now() < until; n += 1) {
    const { sql, parameters, rows } = question(number, n);
    const sent = performance.now();
    const answered = await Promise.race([ask('/api/sql', { sql, parameters }), delay(HANG_MS, null, { ref: false })]);
    tally.latencies.push(performance.now() - sent);
    if (answered === null) tally.hung += 1;
    else if (toldToWait(answered.status)) count(tally, answered.body);
    else if (answered.status === 200 && JSON.stringify(rowsIn(answered.body)) === JSON.stringify(rows))
      tally.right += 1;
    else tally.wrong.push(`${sql} ${String(parameters[0])}: ${String(answered.status)} ${answered.body.slice(0, 300)}`);
    if (answered !== null && toldToWait(answered.status)) await delay(200);
  }
}

function toldToWait(status: number): boolean {
  return status === 503 || status === 429;
}

function rowsIn(body: string): unknown {
  const answer: unknown = JSON.parse(body);
  return typeof answer === 'object' && answer !== null && 'rows' in answer ? answer.rows : null;
}

function count({ refused }: Tally, body: string): void {
  const code = /"code":"([a-z-]+)"/.exec(body)?.[1] ?? 'unknown';
  refused.set(code, (refused.get(code) ?? 0) + 1);
}

/** Kills one worker process of compute-service every second or two. */
async function killer(stack: RunningStack, until: number, tally: Tally): Promise<void> {
  while (performance.now() < until) {
    await delay(500 + Math.random() * 1500);
    const workers = workersUnder(stack.pids.get('compute') ?? -1);
    const chosen = workers[Math.floor(Math.random() * workers.length)];
    if (chosen === undefined) continue;
    try {
      process.kill(chosen, 'SIGKILL');
      tally.killed += 1;
    } catch {
      // It ended by itself a moment ago.
    }
  }
}

function workersUnder(service: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
        return (
          stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] === String(service) &&
          readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes('query-worker')
        );
      } catch {
        return false;
      }
    });
}

async function watcher(stack: RunningStack, until: number, tally: Tally): Promise<void> {
  const service = stack.pids.get('compute') ?? -1;
  while (performance.now() < until) {
    tally.megabytes.push(residentMegabytes([service]));
    await delay(2_000);
  }
}

function report(
  beginning: ReturnType<typeof begin>,
  minutes: number,
  clients: number,
  { latencies, right, wrong, refused, hung, killed, megabytes }: Tally,
): void {
  const third = Math.ceil(megabytes.length / 3);
  const [early, late] = [quantile(megabytes.slice(third, 2 * third), 0.5), quantile(megabytes.slice(-third), 0.5)];
  const told = [...refused].map(([code, times]) => `${String(times)} ${code}`).join(', ') || '0';
  process.stdout.write(
    `## Soak\n\n${machineText(beginning, {})}- ${String(clients)} clients, ${String(minutes)} min\n\n`,
  );
  const columns: readonly (readonly [string, string])[] = [
    ['right', String(right)],
    ['wrong', String(wrong.length)],
    ['hung', String(hung)],
    ['told to come back', told],
    ['workers killed', String(killed)],
    ['p50 ms', figure(quantile(latencies, 0.5))],
    ['p95 ms', figure(quantile(latencies, 0.95))],
    ['slowest ms', figure(quantile(latencies, 1))],
    ['RSS MB, second third', figure(early)],
    ['RSS MB, last third', figure(late)],
  ];
  const [names, figures] = [columns.map(([name]) => name), columns.map(([, value]) => value)];
  process.stdout.write(markdownTable(names, [figures]));
  for (const one of wrong.slice(0, 5)) say(one);
  if (wrong.length + hung > 0 || right === 0 || late > early * 1.25) process.exitCode = 1;
}

void main(Number(process.argv[2] ?? 10), Number(process.argv[3] ?? 100));
