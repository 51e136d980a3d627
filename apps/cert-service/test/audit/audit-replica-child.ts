import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { tiedToParent } from '@svc/testing';
import { z } from 'zod';

const HOOK = join(__dirname, '../run-typescript.js');
const PROGRAM = join(__dirname, 'audit-replica-process.ts');
const KEPT_LINES = 50;
const line = z.looseObject({ msg: z.string(), epoch: z.number().optional() });

/** A replica in a process of its own, and its messages. It ends when the test does. */
export class ReplicaChild {
  /** The term in which it wrote the log last; 0 if it never did. */
  epoch = 0;
  private readonly lines: string[] = [];
  private readonly watchers = new Set<() => void>();
  private readonly ended: Promise<unknown>;
  private ready = false;

  private constructor(private readonly child: ChildProcessByStdio<null, Readable, Readable>) {
    this.ended = once(child, 'exit');
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (text) => this.hear(text));
    child.on('exit', () => this.notify());
  }

  /** Starts one; it is not ready yet. */
  static start(env: Readonly<Record<string, string>>): ReplicaChild {
    const [program, ...args] = tiedToParent({
      program: process.execPath,
      args: ['-r', HOOK, PROGRAM],
      deathSignal: 'SIGKILL',
    });
    return new ReplicaChild(
      spawn(program, args, { env: { PATH: process.env['PATH'] ?? '', ...env }, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
  }

  get pid(): number {
    return this.child.pid ?? -1;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  get log(): string {
    return this.lines.join('\n');
  }

  /** Resolves when it accepts requests; rejects with its output if it ends before. */
  async untilReady(): Promise<this> {
    await this.until(() => this.ready);
    return this;
  }

  /** Resolves when it has written the log in a term above `epoch`. */
  async untilLeading(above = 0): Promise<this> {
    await this.until(() => this.epoch > above);
    return this;
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  async end(name: NodeJS.Signals): Promise<void> {
    if (this.running) this.child.kill(name);
    await this.ended;
  }

  private hear(text: string): void {
    this.lines.push(text);
    if (this.lines.length > KEPT_LINES) this.lines.shift();
    const said = parse(text);
    if (said?.msg === 'taking requests') this.ready = true;
    if (said?.msg === 'writing the audit log') this.epoch = said.epoch ?? 0;
    this.notify();
  }

  private notify(): void {
    for (const watcher of [...this.watchers]) watcher();
  }

  private until(holds: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (!holds() && this.running) return;
        this.watchers.delete(check);
        if (holds()) resolve();
        else reject(new Error(`a replica ended:\n${this.log}`));
      };
      this.watchers.add(check);
      check();
    });
  }
}

function parse(text: string): z.output<typeof line> | null {
  if (!text.startsWith('{')) return null;
  return line.safeParse(JSON.parse(text)).data ?? null;
}
