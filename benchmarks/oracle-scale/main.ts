import { readFileSync } from 'node:fs';
import { attestation, type Run } from '@svc/contracts';
import { z } from 'zod';
import { cpuTime } from '../measure/cpu-time';
import { begin, machineText } from '../measure/machine';
import { figure, markdownTable } from '../measure/markdown-table';
import { median } from '../measure/quantile';
import { say } from '../measure/say';
import { absent, derivationFile } from '../stack/certified-derivation';
import { runningStack, type RunningStack } from '../stack/running-stack';

/*
 * How long the oracle thinks about tables of different sizes, and on how many of their rows.
 * `npm run oracle-scale -w @svc/benchmarks -- [sizes, with commas] [rounds]`
 */

const NAME = 'bench_oracle';
/** What the job says while the oracle works. */
const ASKING = 'asking the oracle';

interface Judged {
  readonly ms: number;
  /** Processor time of cert-service and the process below it, while the oracle worked. */
  readonly cpuMs: number;
  readonly wholeMs: number;
  readonly run: Run;
}

const sampled = z.object({ rows: z.int(), of: z.int(), by: z.string().nullable() });

async function main(sizes: readonly number[], rounds: number): Promise<void> {
  const beginning = begin();
  const stack = await runningStack();
  await define(stack);
  const rows: string[][] = [];
  for (const size of sizes) {
    const judged: Judged[] = [];
    for (let round = 0; round < rounds; round++) {
      say(`${String(size)} rows, round ${String(round + 1)}`);
      judged.push(await judge(stack, size));
    }
    rows.push(row(size, judged));
  }
  process.stdout.write(`## The oracle and the size of the table\n\n${machineText(beginning, {})}`);
  process.stdout.write(
    `- a comparison of two groups, two columns held fixed, clustered by a unit of twenty rows; ten columns; ${String(rounds)} rounds, medians\n\n`,
  );
  process.stdout.write(
    markdownTable(['rows', 'judged on', 'verdict', 'oracle ms', 'oracle CPU ms', 'whole run ms'], rows, 3),
  );
}

async function define({ client }: RunningStack): Promise<void> {
  const before = await client.getDerivation({ params: { name: NAME } }).catch(absent);
  const body = { files: { [`derivations/${NAME}.py`]: readFileSync(derivationFile(NAME), 'utf8') } };
  await client.putDerivation({ params: { name: NAME }, body, ...(before === null ? {} : { if_match: before.etag }) });
}

async function judge({ client, pids }: RunningStack, size: number): Promise<Judged> {
  const cert = pids.get('cert') ?? NaN;
  const begun = performance.now();
  let asked: { at: number; cpu: number } | null = null;
  let answered: { at: number; cpu: number } | null = null;
  const started = await client.runDerivation({ params: { name: NAME }, body: { params: { rows: size }, force: true } });
  const job = await client.waitForJob(started.id, {
    onChange: ({ progress, state }) => {
      const now = { at: performance.now(), cpu: cpuTime([cert]) };
      if (progress.message === ASKING) asked ??= now;
      else if (asked !== null || state === 'succeeded') answered ??= now;
    },
  });
  const wholeMs = performance.now() - begun;
  const {
    items: [run],
  } = await client.listRuns({ params: { name: NAME }, query: { limit: 1 } });
  if (job.error !== null || run === undefined || run.attestation === null)
    throw new Error(`it was not judged: ${job.error?.detail ?? run?.reason ?? 'no run'}`);
  return { ...between(asked, answered), wholeMs, run };
}

/** A phase that passes within 250 ms may go unsaid. */
function between(
  from: { at: number; cpu: number } | null,
  to: { at: number; cpu: number } | null,
): { ms: number; cpuMs: number } {
  return from === null || to === null ? { ms: 0, cpuMs: 0 } : { ms: to.at - from.at, cpuMs: to.cpu - from.cpu };
}

function row(size: number, judged: readonly Judged[]): string[] {
  const [first] = judged;
  const found = attestation.nullable().parse(first?.run.attestation ?? null);
  const sample = sampled.safeParse(found?.oracle['sample']);
  const basis = sample.success
    ? `a sample of ${String(sample.data.rows)}${sample.data.by === null ? '' : `, by ${sample.data.by}`}`
    : 'all';
  const typical = (of: (it: Judged) => number): string => figure(median(judged.map(of)));
  return [
    String(size),
    basis,
    found?.verdict ?? '–',
    typical((it) => it.ms),
    typical((it) => it.cpuMs),
    typical((it) => it.wholeMs),
  ];
}

void main((process.argv[2] ?? '10000,1000000,10000000').split(',').map(Number), Number(process.argv[3] ?? 3));
