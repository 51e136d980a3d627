import { type ChildProcess, fork } from 'node:child_process';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ProblemError } from '@svc/contracts';
import type { Warehouse } from '@svc/warehouse';
import type { Judgement, Oracle, OracleContext, OracleQuestion } from '../run/run.ports';
import { claimColumns, oracleColumns, sampledBy } from './columns-to-read';
import { oracleAnswer, type OracleTask } from './oracle-task';
import { ROW_SAMPLER, type RowSampler } from './row-sampler';

export interface OracleSettings {
  /** The compiled file that a process runs. */
  readonly program: string;
  readonly memoryMb: number;
  readonly timeoutMs: number;
  /** More rows than this are judged from a sample. */
  readonly mostRows: number;
}
export const ORACLE_SETTINGS = Symbol('OracleSettings');
export const WAREHOUSE = Symbol('Warehouse');

const MB = 1024 * 1024;
/** A value as kept takes eight bytes; the rest is for what gates compute from it. */
const BYTES_PER_VALUE = 48;
/** What Node needs besides the rows. */
const OVERHEAD_MB = 512;

type Sampled = OracleTask['sample'] & { readonly discard: () => Promise<void> };

/** Judges each run in a process of its own: a runaway gate costs that process, not the service. */
@Injectable()
export class OracleProcess implements Oracle, OnApplicationShutdown {
  private waiting: ChildProcess | null = null;
  private stopped = false;

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
    @Inject(ROW_SAMPLER) private readonly sampler: RowSampler,
    @Inject(ORACLE_SETTINGS) private readonly settings: OracleSettings,
  ) {}

  async judge({ table, ...question }: OracleQuestion, context: OracleContext): Promise<Judgement> {
    const sampled = await this.sampleOf({ table, ...question }, context);
    try {
      const answer = oracleAnswer.parse(await this.ask({
        ...question,
        columns: oracleColumns(table.columns),
        data: { path: await this.warehouse.localPath(table.object), hash: table.data_hash, rows: table.rows },
        sample: sampled === null ? null : { path: sampled.path, statement: sampled.statement },
        mostValues: this.mostValues(),
      }, context.signal));
      if ('misfits' in answer) throw new ProblemError('invalid-claim', `The claim does not fit the rows: ${answer.misfits.map((it) => it.message).join('; ')}.`, { errors: answer.misfits });
      if ('error' in answer) throw new ProblemError('internal', `The oracle could not judge this run: ${answer.error}`);
      return { attestation: answer.attestation, pictures: answer.page === null ? null : await this.warehouse.put(Buffer.from(answer.page)) };
    } finally {
      await sampled?.discard();
    }
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    this.waiting?.kill('SIGKILL');
  }

  /** Null where all rows are judged. */
  private async sampleOf({ table, claim, seed }: OracleQuestion, context: OracleContext): Promise<Sampled | null> {
    const columns = claimColumns(claim, oracleColumns(table.columns));
    const most = Math.min(this.settings.mostRows, Math.floor(this.mostValues() / Math.max(1, columns.length)));
    if (columns.length === 0 || table.rows <= most) return null;
    const { staged, rows, by } = await this.sampler.sample(table, { columns, rows: most, seed, by: sampledBy(claim, columns) }, context);
    const file = await this.warehouse.staged(staged);
    if (file === null) throw new ProblemError('unavailable', 'The sample of the rows is not in the warehouse of this server.');
    return { path: file.path, statement: { rows, of: table.rows, by, seed }, discard: () => file.discard() };
  }

  private mostValues(): number {
    return Math.floor((this.settings.memoryMb * MB) / BYTES_PER_VALUE);
  }

  private async ask(task: OracleTask, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const child = this.waiting ?? this.start();
    this.waiting = null;
    try {
      return await answerOf(child, task, signal, this.settings.timeoutMs);
    } finally {
      child.kill('SIGKILL');
      if (!this.stopped) this.keepWaiting(this.start());
    }
  }

  /** Starting takes longer than judging a small table, so the next process starts before it is needed. */
  private keepWaiting(child: ChildProcess): void {
    this.waiting?.kill('SIGKILL');
    this.waiting = child;
    child.once('exit', () => { if (this.waiting === child) this.waiting = null; });
    child.once('error', () => { if (this.waiting === child) this.waiting = null; });
    // It ends by itself when this process is gone, which it does not keep from ending.
    child.unref();
    child.channel?.unref();
  }

  private start(): ChildProcess {
    const { memoryMb, program } = this.settings;
    // Columns lie outside of V8's heap, so the kernel holds the process to its memory, not V8 alone.
    return fork(program, {
      execPath: 'prlimit',
      execArgv: [`--data=${(memoryMb + OVERHEAD_MB) * MB}`, '--core=0', '--', process.execPath, `--max-old-space-size=${memoryMb}`],
      env: {},
      serialization: 'json',
    });
  }
}

/** The one answer of a process, or why there is none. */
function answerOf(child: ChildProcess, task: OracleTask, signal: AbortSignal, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.ref();
    child.channel?.ref();
    // Not AbortSignal.any with AbortSignal.timeout: Node 20 may collect such a pair before it fires.
    const tooLong = setTimeout(() => { reject(new ProblemError('internal', `The oracle thought longer than ${timeoutMs / 1000} s (SVC_ORACLE_TIMEOUT_MS) about this run, and was stopped.`)); }, timeoutMs);
    const unwanted = (): void => { reject(signal.reason instanceof Error ? signal.reason : new Error('the run is not wanted any more')); };
    signal.addEventListener('abort', unwanted, { once: true });
    child.once('message', resolve);
    child.once('error', reject);
    child.once('exit', (code, killedBy) => {
      clearTimeout(tooLong);
      signal.removeEventListener('abort', unwanted);
      reject(new ProblemError('internal', `The oracle process ended without a verdict (${killedBy ?? `exit ${code ?? '?'}`}).`));
    });
    child.send(task);
  });
}
