import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { ProblemError, type TableVersion } from '@svc/contracts';
import { storageRefusal } from '@svc/platform';
import { askChild, type ChildEnding, endingText, type SupervisedChild } from '@svc/runner';
import type { LocalFile, Warehouse } from '@svc/warehouse';
import type { Judgement, Oracle, OracleContext, OracleQuestion, RowsSuggestion } from '../run/run.ports';
import { claimColumns, oracleColumns, sampledBy } from './columns-to-read';
import { OracleChild, type OracleProgram } from './oracle-child';
import { oracleAnswer, type OracleTask, type VerdictTask } from './oracle-task';
import { contractInSql, contractOf, pointsElsewhere } from './contract-in-sql';
import { WAREHOUSE } from '../warehouse';
import { LARGE_TABLES, type LargeTables, type SampleRequest } from './large-tables';

export interface OracleSettings extends OracleProgram {
  readonly timeoutMs: number;
  /** More rows than this are judged from a sample. */
  readonly mostRows: number;
}
export const ORACLE_SETTINGS = Symbol('OracleSettings');

const MB = 1024 * 1024;
/** A stored value takes eight bytes; the rest is for what gates compute from it. */
const BYTES_PER_VALUE = 48;

/** The task's stand-in for rows that are too many. */
interface StandIn extends Pick<VerdictTask, 'sample' | 'contractReport'> {
  readonly discard: () => Promise<void>;
}

const ALL_ROWS: StandIn = { sample: null, contractReport: null, discard: () => Promise.resolve() };

/** Judges each run in a process of its own: a runaway gate costs that process, not the service. */
@Injectable()
export class OracleProcess implements Oracle, OnApplicationShutdown {
  private waiting: OracleChild | null = null;
  private stopped = false;

  constructor(
    @Inject(WAREHOUSE) private readonly warehouse: Warehouse,
    @Inject(LARGE_TABLES) private readonly tables: LargeTables,
    @Inject(ORACLE_SETTINGS) private readonly settings: OracleSettings,
  ) {}

  async judge(question: OracleQuestion, context: OracleContext): Promise<Judgement> {
    const { table, inputs, ...rest } = question;
    const sources = Object.entries(inputs).map(([name, { rows }]) => ({ name, rows }));
    // In a sandbox, a process reads a copy of its rows.
    if (this.settings.walls !== null) await this.warehouse.floor.require(table.bytes);
    const { discard, ...standIn } = await this.standIn(question, context);
    try {
      const answer = oracleAnswer.parse(
        await this.overIntactRows(table, (path) => {
          const data = { path, hash: table.data_hash, rows: table.rows };
          return this.ask(
            { asked: 'verdict', ...rest, ...standIn, sources, columns: oracleColumns(table.columns), data },
            context.signal,
          );
        }),
      );
      if ('misfits' in answer)
        throw new ProblemError(
          'invalid-claim',
          `The claim does not fit the rows: ${answer.misfits.map((it) => it.message).join('; ')}.`,
          { errors: answer.misfits },
        );
      if ('error' in answer) throw new ProblemError('internal', `The oracle could not judge this run: ${answer.error}`);
      if (!('attestation' in answer)) throw new ProblemError('internal', 'The oracle gave no verdict.');
      return {
        attestation: answer.attestation,
        pictures: answer.page === null ? null : await this.warehouse.put(Buffer.from(answer.page)),
      };
    } finally {
      await discard();
    }
  }

  async suggest(table: TableVersion, context: OracleContext): Promise<RowsSuggestion> {
    const columns = oracleColumns(table.columns);
    const names = columns.map(({ name }) => name);
    const most = this.mostRowsOf(names);
    const { sample, discard } =
      table.rows <= most
        ? ALL_ROWS
        : await this.sampleOf(table, { columns: names, rows: most, seed: table.data_hash, by: null }, context);
    try {
      const answer = oracleAnswer.parse(
        await this.overIntactRows(table, (path) => {
          const data = { path, hash: table.data_hash, rows: table.rows };
          return this.ask({ asked: 'suggestion', columns, data, sample }, context.signal);
        }),
      );
      if ('lines' in answer)
        return {
          claim: answer.claim,
          lines: answer.lines,
          sample: sample === null ? null : { rows: sample.statement.rows, of: table.rows },
        };
      throw new ProblemError('internal', `No claim was suggested: ${'error' in answer ? answer.error : 'no answer'}`);
    } finally {
      await discard();
    }
  }

  async contentOf(table: TableVersion, column: string, context: OracleContext): Promise<string | null> {
    const columns = oracleColumns(table.columns).filter(({ name }) => name === column);
    if (columns.length === 0 || table.rows > this.mostRowsOf([column])) return null;
    const answer = oracleAnswer.parse(
      await this.overIntactRows(table, (path) => {
        const data = { path, hash: table.data_hash, rows: table.rows };
        return this.ask({ asked: 'content', columns, data, sample: null }, context.signal);
      }),
    );
    if ('content' in answer) return answer.content;
    throw new ProblemError(
      'internal',
      `${column} could not be read: ${'error' in answer ? answer.error : 'no answer'}`,
    );
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.waiting?.end();
  }

  /** The rows are verified before and after: a verdict is about exactly the rows that the table names, or there is none. */
  private async overIntactRows(table: TableVersion, judge: (path: string) => Promise<unknown>): Promise<unknown> {
    const intact = (): Promise<LocalFile> =>
      this.warehouse.localFile(table.object).catch((error: unknown) => {
        throw storageRefusal(error, 'The rows to be judged');
      });
    const before = await intact();
    const answer = await judge(before.path).catch(async (error: unknown) => {
      await intact();
      throw error;
    });
    if ((await intact()).version === before.version) return answer;
    throw new ProblemError('unavailable', 'The rows to be judged were just repaired in storage.', { retryAfter: 1 });
  }

  private async standIn(question: OracleQuestion, context: OracleContext): Promise<StandIn> {
    const { table, claim, seed } = question;
    const columns = claimColumns(claim, oracleColumns(table.columns));
    const most = this.mostRowsOf(columns);
    const held = columns.length === 0 || table.rows <= most;
    const contract = contractOf(question);
    const inSql = contract !== null && (!held || pointsElsewhere(contract));
    const contractReport = inSql ? await contractInSql(contract, question, this.tables, context) : null;
    if (held) return { ...ALL_ROWS, contractReport };
    // Such a claim is about the contract alone.
    if (claim.kind === 'table') return { ...ALL_ROWS, contractReport };
    const sampled = await this.sampleOf(table, { columns, rows: most, seed, by: sampledBy(claim, columns) }, context);
    return { ...sampled, contractReport };
  }

  private mostRowsOf(columns: readonly string[]): number {
    const { mostRows, memoryMb } = this.settings;
    return Math.min(mostRows, Math.floor((memoryMb * MB) / BYTES_PER_VALUE / Math.max(1, columns.length)));
  }

  private async sampleOf(
    table: TableVersion,
    request: SampleRequest,
    context: OracleContext,
  ): Promise<Pick<StandIn, 'sample' | 'discard'>> {
    const { staged, rows, by } = await this.tables.sample(table, request, context);
    const file = await this.warehouse.staged(staged);
    if (file === null)
      throw new ProblemError('unavailable', 'The sample of the rows is not in the warehouse of this server.');
    return {
      sample: { path: file.path, statement: { rows, of: table.rows, by, seed: request.seed } },
      discard: () => file.discard(),
    };
  }

  private async ask(task: OracleTask, signal: AbortSignal): Promise<unknown> {
    signal.throwIfAborted();
    const child = this.waiting ?? OracleChild.start(this.settings);
    this.waiting = null;
    try {
      return await answerOf(child.process, await child.shown(task), signal, this.settings.timeoutMs);
    } finally {
      await child.end();
      if (!this.stopped) this.keepWaiting(OracleChild.start(this.settings));
    }
  }

  /** Starting takes longer than judging a small table, so the next process starts before it is needed. */
  private keepWaiting(child: OracleChild): void {
    void this.waiting?.end();
    this.waiting = child;
    const gone = (): void => {
      if (this.waiting === child) this.waiting = null;
      void child.end();
    };
    void child.process.ended.then(gone);
    // It ends when this process ends, and does not keep this process alive.
    child.process.keepsServiceAlive(false);
  }
}

/** The one answer of a process, or why there is none. */
async function answerOf(
  child: SupervisedChild,
  task: object,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<unknown> {
  const found = await askChild(child, task, { signal, timeoutMs });
  switch (found.kind) {
    case 'answer':
      return found.answer;
    case 'too-long':
      throw new ProblemError(
        'internal',
        `The oracle was stopped at its time limit of ${timeoutMs / 1000} s (SVC_ORACLE_TIMEOUT_MS) for this run.`,
      );
    case 'ended':
      throw noVerdict(found.ending);
  }
}

function noVerdict(ending: ChildEnding): ProblemError {
  const { error } = ending;
  return error === null
    ? new ProblemError('internal', `The oracle process ended without a verdict (${endingText(ending)}).`)
    : new ProblemError(
        'internal',
        `The oracle process did not start, which needs prlimit of util-linux: ${error.message}`,
        { cause: error },
      );
}
