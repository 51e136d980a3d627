import { setTimeout as delay } from 'node:timers/promises';
import { type Client, problem, ProblemError } from '@svc/contracts';

/** A call that takes longer than this has hung: every deadline on its way is shorter. */
const HANGS_AFTER_MS = 45_000;
/** What an honest service says when it cannot: not now, no room, or you have as many under way as you may. */
const HONEST = new Set([
  'unavailable',
  'overloaded',
  'deadline-exceeded',
  'insufficient-storage',
  'quota-exceeded',
  'rate-limited',
]);

/** Clients that write, upload, run and ask for files, each remembering what it was told. */
export class DiskLoad {
  readonly acknowledged = { tokens: new Set<string>(), datasets: new Set<string>(), jobs: new Set<string>() };
  readonly refusals = new Map<string, number>();
  readonly faults: string[] = [];
  served = 0;
  private calling = true;
  private readonly traffic: Promise<unknown>;

  constructor(
    private readonly client: Client,
    private readonly gateway: string,
    private readonly token: string,
  ) {
    const callers = [0, 1, 2].map((n) => this.forever((turn) => this.write(`${n}-${turn}`)));
    this.traffic = Promise.all([
      ...callers,
      this.forever((turn) => this.upload(`set_${turn}`)),
      ...[0, 1].map(() => this.forever(() => this.file())),
    ]);
  }

  get refused(): number {
    return [...this.refusals.values()].reduce((sum, n) => sum + n, 0);
  }

  async stop(): Promise<void> {
    this.calling = false;
    await this.traffic;
  }

  /** True when a write is acknowledged now. */
  async writes(name: string): Promise<boolean> {
    const before = this.acknowledged.tokens.size;
    await this.write(name);
    return this.acknowledged.tokens.size > before;
  }

  private async forever(turn: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; this.calling; n += 1) {
      await turn(n);
      await delay(20);
    }
  }

  private write(suffix: string): Promise<void> {
    const name = `full-${suffix}`;
    return this.attempt(async () => {
      await this.client.createToken({ body: { name, role: 'viewer', expires_in_days: 1 } });
      this.acknowledged.tokens.add(name);
    });
  }

  private upload(name: string): Promise<void> {
    return this.attempt(async () => {
      const form = new FormData();
      form.set('name', name);
      const rows = Array.from({ length: 20_000 }, (_, n) => `${n},${(n * 7919) % 10_007}`);
      form.set('file', new Blob([`a,b\n${rows.join('\n')}\n`]), `${name}.csv`);
      await this.fetched('/api/datasets', { method: 'POST', body: form });
      this.acknowledged.datasets.add(name);
    });
  }

  /** Some 30 MB of text; half of the callers hang up before they have it. */
  private file(): Promise<void> {
    const sql = `select md5(i::text) a, md5((i * ${Math.floor(Math.random() * 1e6)})::text) b from range(500000) t(i)`;
    return this.attempt(async () => {
      const body = JSON.stringify({ sql });
      const headers = { 'content-type': 'application/json', accept: 'text/csv' };
      await this.fetched('/api/sql', { method: 'POST', body, headers });
    });
  }

  private async fetched(target: string, request: RequestInit): Promise<void> {
    const headers = { ...request.headers, authorization: `Bearer ${this.token}` };
    const answer = await fetch(new URL(target, this.gateway), { ...request, headers });
    if (!answer.ok) throw ProblemError.fromProblem(problem.parse(await answer.json()));
    await answer.arrayBuffer();
  }

  private async attempt(call: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    try {
      await call();
      this.served += 1;
    } catch (error) {
      this.note(error);
    }
    const took = performance.now() - begun;
    if (took > HANGS_AFTER_MS) this.faults.push(`a call took ${Math.round(took)} ms`);
  }

  private note(error: unknown): void {
    const code = error instanceof ProblemError ? error.code : broken(error);
    if (code === null || (!HONEST.has(code) && code !== 'broken-off')) this.faults.push(String(error));
    else this.refusals.set(code, (this.refusals.get(code) ?? 0) + 1);
  }
}

/** The connection ended, as it does when an upload is refused before it was sent: nobody was told that it succeeded. */
function broken(error: unknown): string | null {
  // Not by instanceof: in tests fetch's errors come from another realm.
  return /^TypeError: (fetch failed|terminated)$/.test(String(error)) ? 'broken-off' : null;
}
