import { setTimeout as delay } from 'node:timers/promises';
import { begin, type Beginning, machineText } from '../measure/machine';
import { figure, markdownTable } from '../measure/markdown-table';
import { quantile } from '../measure/quantile';
import { say } from '../measure/say';
import { residentMegabytes } from '../query-path/resident';
import { runningStack, type RunningStack } from '../stack/running-stack';
import { Connection, type Ended } from './connection';
import { cachedQuery, type Kind, KINDS, kindOf, Ledger, newQuery, read } from './mix';

/*
 * Many connections for minutes, over reads, queries and writes. Ends with 1 when anything but 2xx, 429 and 503 with
 * Retry-After was answered, or an acknowledged write is not there in the end.
 * `npm run api-load -w @svc/benchmarks -- [seconds] [connections] [stop]`; with `stop` the gateway gets SIGTERM in the middle.
 */

/** A token may send 6,000 requests a minute; so few connections share one that the machine is the limit. */
const CONNECTIONS_A_TOKEN = 5;
const SERVICES = ['gateway', 'cert', 'compute', 'metrics', 'model', 'feature', 'postgres', 'nats', 'redis'];

interface Tally {
  readonly latencies: Record<Kind, number[]>;
  readonly statuses: Map<string, number>;
  /** Requests that were never answered, by reason: only a stop may cause them. */
  readonly broken: Map<string, number>;
  readonly wrong: string[];
  readonly resident: Map<string, number[]>;
}

const count = (counts: Map<string, number>, name: string): void => {
  counts.set(name, (counts.get(name) ?? 0) + 1);
};

function emptyTally(): Tally {
  return {
    latencies: { read: [], 'cached query': [], 'new query': [], write: [] },
    statuses: new Map(),
    broken: new Map(),
    wrong: [],
    resident: new Map(),
  };
}

async function main(seconds: number, connections: number, stops: boolean): Promise<boolean> {
  const beginning = begin();
  const stack = await runningStack();
  const tokens = await Promise.all(
    Array.from({ length: Math.ceil(connections / CONNECTIONS_A_TOKEN) }, (_, n) =>
      stack.client.createToken({ body: { name: `load ${String(n)}`, role: 'admin', expires_in_days: 1 } }),
    ),
  );
  const run = Date.now().toString(36);
  const tally = emptyTally();
  const ledgers = Array.from({ length: connections }, (_, n) => new Ledger(`load_${run}_${String(n)}`));
  const until = performance.now() + seconds * 1000;
  const clients = ledgers.map((ledger, n) =>
    client(
      new Connection(stack.gateway, tokens[Math.floor(n / CONNECTIONS_A_TOKEN)]?.secret ?? ''),
      n,
      ledger,
      until,
      tally,
    ),
  );
  await Promise.all([...clients, measure(stack, seconds, tally), stops ? stopInTheMiddle(stack, seconds) : null]);
  say('reading every acknowledged write again');
  const lost = await losses(stack, ledgers);
  await Promise.all(tokens.map(({ id }) => stack.client.revokeToken({ params: { id } })));
  return report({
    beginning,
    seconds,
    connections,
    stops,
    tally,
    lost,
    written: ledgers.filter((it) => it.written).length,
  });
}

async function client(
  connection: Connection,
  number: number,
  ledger: Ledger,
  until: number,
  tally: Tally,
): Promise<void> {
  for (let n = number; performance.now() < until; n += 1) {
    const kind = kindOf(n);
    const ended = await connection.ask(requestOf(kind, n, number, ledger));
    note(kind, ended, tally);
    if (kind === 'write') await settle(connection, ledger, ended);
    if (ended.kind === 'broken') await delay(200);
    else if (ended.status === 429 || ended.status === 503) await delay(Math.min(ended.retryAfter ?? 1, 5) * 1000);
  }
  connection.close();
}

function requestOf(kind: Kind, n: number, number: number, ledger: Ledger) {
  switch (kind) {
    case 'read':
      return read(n);
    case 'cached query':
      return cachedQuery();
    case 'new query':
      return newQuery(number * 100_003 + n);
    case 'write':
      return ledger.next();
  }
}

/** What a write left behind: done, or to be found out by reading. */
async function settle(connection: Connection, ledger: Ledger, ended: Ended): Promise<void> {
  if (ended.kind === 'answered' && ended.status === 200) {
    ledger.took(ended.etag);
    return;
  }
  const found = await connection.ask({ method: 'GET', path: ledger.path });
  if (found.kind === 'answered' && found.status === 200) ledger.learn(found.body);
}

function note(kind: Kind, ended: Ended, tally: Tally): void {
  if (ended.kind === 'broken') {
    count(tally.broken, ended.why);
    return;
  }
  const { status, retryAfter, body, ms } = ended;
  count(tally.statuses, `${kind}: ${String(status)}`);
  if (status >= 200 && status < 300) tally.latencies[kind].push(ms);
  // A write whose outcome was unknown may meet its own tag.
  else if (
    !((status === 429 || status === 503) && retryAfter !== null) &&
    !(kind === 'write' && (status === 412 || status === 428))
  )
    tally.wrong.push(`${kind} ${String(status)} ${body.slice(0, 300)}`);
}

async function measure(stack: RunningStack, seconds: number, tally: Tally): Promise<void> {
  for (let at = 0; at <= 2; at += 1) {
    const { pids } = at === 0 ? stack : await runningStack().catch(() => stack);
    for (const name of SERVICES) {
      const pid = pids.get(name);
      tally.resident.set(name, [
        ...(tally.resident.get(name) ?? []),
        pid === undefined ? Number.NaN : residentMegabytes([pid]),
      ]);
    }
    // A little before the end, while the load is still there.
    if (at < 2) await delay(((seconds - 2) / 2) * 1000);
  }
}

async function stopInTheMiddle(stack: RunningStack, seconds: number): Promise<void> {
  await delay((seconds / 2) * 1000 + 500);
  say('SIGTERM to the gateway');
  process.kill(stack.pids.get('gateway') ?? -1, 'SIGTERM');
}

async function losses(stack: RunningStack, ledgers: readonly Ledger[]): Promise<string[]> {
  const lost: string[] = [];
  const connection = new Connection(stack.gateway, stack.token);
  for (const ledger of ledgers.filter((it) => it.written)) {
    let ended = await connection.ask({ method: 'GET', path: ledger.path });
    for (
      let tries = 0;
      tries < 100 && (ended.kind === 'broken' || ended.status === 429 || ended.status === 503);
      tries += 1
    ) {
      await delay(1000);
      ended = await connection.ask({ method: 'GET', path: ledger.path });
    }
    const loss =
      ended.kind === 'answered' && ended.status === 200 ? ledger.loss(ended.body) : `${ledger.name} cannot be read`;
    if (loss !== null) lost.push(loss);
  }
  connection.close();
  return lost;
}

interface Outcome {
  readonly beginning: Beginning;
  readonly seconds: number;
  readonly connections: number;
  readonly stops: boolean;
  readonly tally: Tally;
  readonly lost: readonly string[];
  readonly written: number;
}

/** Prints the tables; true when everything was as it must be. */
function report({ beginning, seconds, connections, stops, tally, lost, written }: Outcome): boolean {
  const out = (text: string): boolean => process.stdout.write(text);
  const total = [...tally.statuses.values()].reduce((sum, it) => sum + it, 0);
  out(
    `## API load\n\n${machineText(beginning, {})}- ${String(connections)} connections, ${String(seconds)} s, ${String(total)} answers${stops ? ', SIGTERM to the gateway in the middle' : ''}\n\n`,
  );
  out(
    markdownTable(
      ['', 'answered 2xx', 'p50 ms', 'p95 ms', 'p99 ms', 'a second'],
      KINDS.map((kind) => latencyRow(kind, tally.latencies[kind], seconds)),
    ),
  );
  out(
    `\n${markdownTable(
      ['answer', 'times'],
      [...tally.statuses, ...[...tally.broken].map(([why, n]) => [`no answer: ${why}`, n] as const)]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, n]) => [name, String(n)]),
    )}`,
  );
  out(
    `\n${markdownTable(
      ['RSS, MB (with its workers)', 'start', 'middle', 'end'],
      [...tally.resident].map(([name, values]) => [name, ...values.map(figure)]),
    )}`,
  );
  out(`\n- acknowledged writes: last of each of ${String(written)} metrics read again, ${String(lost.length)} lost\n`);
  const unanswered = !stops && tally.broken.size > 0;
  for (const text of [...tally.wrong.slice(0, 10), ...lost.slice(0, 10)]) out(`- wrong: ${text}\n`);
  return tally.wrong.length === 0 && lost.length === 0 && !unanswered && written > 0;
}

function latencyRow(kind: Kind, samples: readonly number[], seconds: number): string[] {
  const at = (q: number): string => (samples.length === 0 ? '' : figure(quantile(samples, q)));
  return [kind, String(samples.length), at(0.5), at(0.95), at(0.99), figure(samples.length / seconds)];
}

const [seconds = '300', connections = '200', stop = ''] = process.argv.slice(2);
main(Number(seconds), Number(connections), stop === 'stop').then(
  (well) => {
    process.exitCode = well ? 0 : 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exitCode = 1;
  },
);
