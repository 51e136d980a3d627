import { pino } from 'pino';
import { z } from 'zod';
import { openDataSource } from '../../src/data/open-data-source';
import { queryRow } from '../../src/data/query-rows';
import { PostgresHolderRegister } from '../../src/leased-fact/adapters/postgres-holder-register';
import { FactHolder } from '../../src/leased-fact/fact-holder';
import { FactOwner } from '../../src/leased-fact/fact-owner';
import type { Leased } from '../../src/leased-fact/holdings';
import type { LeasedFacts } from '../../src/leased-fact/leased-facts';
import { NatsLink } from '../../src/nats/nats-link';
import { FACT_MIGRATIONS, KEYS, QUESTION, replicaOptions } from './fact-cluster-options';
import type { Readings } from './fact-history';

const version = z.object({ version: z.int() });
const answer = z.object({ value: z.int(), topics: z.array(z.string()).nullable() });
const command = z.object({ change: z.string(), id: z.int() });
const options = replicaOptions.parse(JSON.parse(process.argv[2] ?? ''));
/** Other processes of the test need the machine too. */
const PAUSE_MS = 5;
const AT_ONCE = 100;
const REPORT_MS = 50;

async function connectedLink(): Promise<NatsLink> {
  const link = new NatsLink(
    {
      servers: options.nats,
      inboxPrefix: `_INBOX_${options.role}`,
      reconnectTimeWait: 50,
      maxReconnectAttempts: -1,
      timeout: 500,
      pingInterval: 500,
      maxPingOut: 2,
    },
    pino({ level: 'silent' }),
  );
  await link.open();
  return link;
}

/** Owns facts: a row each, with a version. */
async function own(link: NatsLink): Promise<void> {
  const source = await openDataSource({ service: 'cert', url: options.postgres, migrations: FACT_MIGRATIONS });
  const register = new PostgresHolderRegister(source);
  const owner = new FactOwner({
    service: 'cert',
    register,
    link,
    terms: options.terms,
    metrics: { note: (ms, by) => process.send?.({ waited: ms, by }) },
    report: () => undefined,
  });
  const read = async (key: string): Promise<Leased<number>> => {
    const row = await queryRow(source, version, 'SELECT version FROM fact WHERE key = $1', [key]);
    return { value: row?.version ?? 0, topics: [key] };
  };
  link.subscribe(
    QUESTION,
    (message) => {
      const { key, holder } = z.object({ key: z.string(), holder: z.uuid().nullable() }).parse(message.json());
      // Whoever asks waits no longer than it would for a replica that died.
      void owner
        .grant(holder, () => read(key))
        .then(
          (it) => message.respond(JSON.stringify(it)),
          () => undefined,
        );
    },
    'cert',
  );
  process.on('message', (text) => {
    const { change: key, id } = command.parse(text);
    void queryRow(source, version, 'UPDATE fact SET version = version + 1 WHERE key = $1 RETURNING version', [key])
      .then(async (row) => {
        await owner.revoke([key]);
        process.send?.({ changed: key, id, version: row?.version ?? 0, at: String(process.hrtime.bigint()) });
      })
      .catch(() => process.send?.({ failed: id }));
  });
}

/** Reads all facts again and again, and tells what it saw. */
function hold(link: NatsLink): void {
  const holder = new FactHolder({ owner: 'cert', link, terms: options.holderTerms ?? options.terms });
  const facts = holder.facts<number>();
  let seen = new Map<string, Readings>();
  const report = (): void => {
    process.send?.({ read: [...seen.values()], hits: holder.counts.hits, asked: holder.counts.asked });
    seen = new Map();
  };
  setInterval(report, REPORT_MS);
  for (const key of KEYS) {
    let reading = false;
    setInterval(() => {
      if (reading) return;
      reading = true;
      void readOften(key, link, facts, (began, value) => note(seen, key, value, began))
        .catch(() => undefined)
        .finally(() => (reading = false));
    }, PAUSE_MS);
  }
}

/** Reads a fact some times, until its owner does not answer. */
async function readOften(
  key: string,
  link: NatsLink,
  facts: LeasedFacts<number>,
  noted: (began: bigint, value: number) => void,
): Promise<void> {
  for (let n = 0; n < AT_ONCE; n += 1) {
    const began = process.hrtime.bigint();
    const value = await facts.find(key, async (holder) => {
      const reply = await link.live().request(QUESTION, JSON.stringify({ key, holder }), { timeout: 500 });
      return answer.parse(reply.json());
    });
    noted(began, value);
  }
}

function note(seen: Map<string, Readings>, key: string, value: number, began: bigint): void {
  const name = `${key} ${String(value)}`;
  const before = seen.get(name);
  seen.set(name, { key, version: value, count: (before?.count ?? 0) + 1, lastBegan: latest(before?.lastBegan, began) });
}

function latest(before: string | undefined, began: bigint): string {
  return before !== undefined && BigInt(before) > began ? before : String(began);
}

async function run(): Promise<void> {
  const link = await connectedLink();
  if (options.role === 'cert') await own(link);
  else hold(link);
  process.send?.('ready');
}

process.on('disconnect', () => process.exit());
void run();
