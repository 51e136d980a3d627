import type { RowFile, SqlValue } from '@svc/contracts';
import { type ResultOptions, type StagedFile, type StoredObject, type Warehouse, WarehouseError } from '@svc/warehouse';
import { stageOutput } from '../table/stage-output';
import { RowFiles, type Tables } from '../table/row-files';
import { type OnProgress, WorkerDied, WorkFailed } from '../process/worker';
import type { WorkerFolder } from '../process/worker-folder';
import type { WorkerPool } from '../process/pool/worker-pool';
import {
  type CopyAnswer,
  copyAnswer,
  exportAnswer,
  inspectAnswer,
  type QueryAnswer,
  workerAnswer,
  type WrittenAnswer,
} from './answer/answers';
import type { AnswerCache } from './answer/answer-cache';
import { answerKey } from './answer/answer-key';
import type { CallerAllowance } from './caller-allowance';
import { queryProblem } from './query-problem';
import { ownerOf } from './answer/reply-with-answer';
import type { AnyQueryWork, WorkerTable } from './query-work';

interface Statement {
  readonly sql: string;
  /** The only tables that the statement sees; callers have checked that they may be read. */
  readonly tables: Tables;
  /** The caller: callers take turns at the workers. */
  readonly caller: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress?: OnProgress;
  /** Bytes it may write, if less than the limit of any statement. */
  readonly diskBytes?: number;
}

export interface QueryRequest extends Statement {
  readonly parameters: readonly SqlValue[] | Readonly<Record<string, SqlValue>>;
  readonly limit: number;
}

export interface ExportRequest extends QueryRequest {
  readonly form: RowFile;
}

interface Standing {
  /** The same statement over the same content was answered before. */
  readonly cached: boolean;
  /** It will always be answered like this. */
  readonly settled: boolean;
}

export interface QueryPools {
  readonly interactive: WorkerPool<AnyQueryWork>;
  /** For statements whose rows go to a file: they may take long, and interactive answers must not wait for them. */
  readonly batch: WorkerPool<AnyQueryWork>;
}

/** About as much as a caller can use at once. A statement with longer rows returns fewer of them, and says so; a file has them all. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;
/** About what this process can parse without delaying other requests. */
const MAX_READ_BYTES = 4 * 1024 * 1024;
const INSPECT_MS = 10_000;

/**
 * The only query path. Every statement is checked, sees only the tables of its request, and runs in a worker that is
 * killed when it does not end in time. Throws `ProblemError`: `invalid-sql`, `query-timeout`, `query-cancelled`,
 * `query-out-of-memory`, `overloaded`, `unavailable`, and `quota-exceeded` for a caller who has too many under way.
 */
export class QueryEngine {
  constructor(
    private readonly pools: QueryPools,
    private readonly warehouse: Warehouse,
    private readonly answers: AnswerCache,
    private readonly allowance: CallerAllowance,
  ) {}

  /** The tables that a statement reads, lower case; refuses what is not one SELECT (or EXPLAIN of one). */
  async inspect(sql: string, caller: string, signal: AbortSignal): Promise<readonly string[]> {
    const request = {
      caller,
      files: [],
      timeoutMs: INSPECT_MS,
      signal,
      work: () => ({ kind: 'inspect' as const, sql }),
    };
    return this.allowance
      .run(caller, () => this.pools.interactive.run(request, (answer) => inspectAnswer.parse(answer).tables))
      .catch(queryProblem(INSPECT_MS));
  }

  /** The rows, parsed. */
  async query(request: QueryRequest): Promise<QueryAnswer & Standing> {
    const known = await this.known(request, async () => {
      const work = (_: WorkerFolder, tables: WorkerTable[]): AnyQueryWork =>
        queryWork(request, tables, MAX_READ_BYTES, null);
      const { volatile, rows, columns, truncated } = await this.overIntactRows(
        this.pools.interactive,
        request,
        work,
        (answer) => workerAnswer.parse(answer),
      );
      return { volatile, answer: { columns, truncated, rows: rows ?? [] } };
    });
    return known;
  }

  /** The same, to be passed on: the JSON of many rows is a staged file, which the caller must remove. */
  answer(request: QueryRequest): Promise<(QueryAnswer | WrittenAnswer) & Standing> {
    const work = (path: string, tables: WorkerTable[]): AnyQueryWork =>
      queryWork(request, tables, MAX_ANSWER_BYTES, path);
    return this.known<QueryAnswer | WrittenAnswer>(request, () =>
      this.write(this.pools.interactive, request, work, async (answered, path) => {
        const { volatile, rows, columns, truncated, row_count: rowCount } = workerAnswer.parse(answered);
        return {
          volatile,
          answer:
            rows === null
              ? { columns, truncated, rowCount, written: await stageOutput(this.warehouse, path) }
              : { columns, truncated, rows },
        };
      }),
    );
  }

  /** Writes all rows of a statement to a staged Parquet file, in the types a stored table may have. */
  toParquet(request: Statement & { readonly settled?: boolean }): Promise<CopyAnswer & { readonly file: StagedFile }> {
    const copy = (path: string, tables: WorkerTable[]): AnyQueryWork => ({
      kind: 'copy',
      sql: request.sql,
      settled: request.settled ?? false,
      path,
      tables,
    });
    return this.allowance.run(request.caller, async () => {
      await this.warehouse.floor.require().catch(queryProblem(request.timeoutMs));
      return this.write(this.pools.batch, request, copy, async (answer, path) => ({
        ...copyAnswer.parse(answer),
        file: await stageOutput(this.warehouse, path),
      }));
    });
  }

  /** Writes the rows of a statement to a file among the warehouse's results, which expire. */
  toFile(
    request: ExportRequest,
  ): Promise<{ readonly rows: number; readonly truncated: boolean; readonly stored: StoredObject }> {
    const { sql, form, parameters, limit } = request;
    const work = (path: string, tables: WorkerTable[]): AnyQueryWork => ({
      kind: 'export',
      sql,
      form,
      parameters,
      limit,
      path,
      tables,
    });
    return this.allowance.run(request.caller, async () => {
      const owner = ownerOf(request.caller);
      const diskBytes = await this.roomFor(owner).catch(queryProblem(request.timeoutMs));
      return this.write(this.pools.batch, { ...request, diskBytes }, work, async (answer, path) => {
        const written = await stageOutput(this.warehouse, path);
        return { ...exportAnswer.parse(answer), stored: await this.warehouse.results.adopt(written.path, owner) };
      });
    });
  }

  /** Bytes that the answers of a caller may still take; refuses when there are none. */
  private async roomFor({ owner }: ResultOptions): Promise<number> {
    await this.warehouse.floor.require();
    if (owner === undefined) return Infinity;
    const { used, limit } = await this.warehouse.results.usage(owner);
    if (used < limit) return limit - used;
    throw new WarehouseError('over-budget', 'The quota of this caller is used up.', { gauge: { used, limit } });
  }

  private known<T extends QueryAnswer | WrittenAnswer>(
    request: QueryRequest,
    compute: () => Promise<{ readonly volatile: boolean; readonly answer: T }>,
  ): Promise<(T | QueryAnswer) & Standing> {
    return this.allowance.run(request.caller, async () => {
      const key = answerKey(request);
      const known = await this.answers.find(key);
      if (known !== null) return { ...known, cached: true, settled: true };
      const { volatile, answer } = await compute();
      if (!volatile && 'rows' in answer) this.answers.keep(key, answer);
      return { ...answer, cached: false, settled: !volatile };
    });
  }

  private async write<T>(
    pool: WorkerPool<AnyQueryWork>,
    request: Statement,
    work: (path: string, tables: WorkerTable[]) => AnyQueryWork,
    take: (answer: unknown, path: string) => Promise<T>,
  ): Promise<T> {
    const outputs: (readonly [folder: WorkerFolder, path: string])[] = [];
    const start = (folder: WorkerFolder, tables: WorkerTable[]): AnyQueryWork => {
      const path = folder.newOutput();
      outputs.push([folder, path]);
      return work(path, tables);
    };
    try {
      return await this.overIntactRows(pool, request, start, async (answer) => {
        const taken = await take(answer, outputs.at(-1)?.[1] ?? '');
        outputs.pop();
        return taken;
      });
    } finally {
      // Removes what a statement that failed, or was restarted, had written by then.
      await Promise.all(outputs.map(([folder, path]) => folder.dropOutput(path)));
    }
  }

  /** The result was computed from exactly the rows that the tables name, or is refused. Damaged rows can fail in any way. */
  private async overIntactRows<T>(
    pool: WorkerPool<AnyQueryWork>,
    { tables, caller, timeoutMs, signal, onProgress, diskBytes }: Statement,
    work: (folder: WorkerFolder, tables: WorkerTable[]) => AnyQueryWork,
    take: (answer: unknown) => T | Promise<T>,
  ): Promise<T> {
    const rows = await RowFiles.open(this.warehouse, tables);
    const request = { caller, files: rows.visible, timeoutMs, signal, onProgress, diskBytes };
    try {
      return await pool.run({ ...request, work: (folder) => work(folder, tablesIn(folder, rows)) }, async (answer) => {
        await rows.recheck();
        return take(answer);
      });
    } catch (error) {
      if (error instanceof WorkFailed || error instanceof WorkerDied) await rows.recheck();
      return queryProblem(timeoutMs)(error);
    }
  }
}

function queryWork(
  { sql, parameters, limit }: QueryRequest,
  tables: WorkerTable[],
  maxBytes: number,
  path: string | null,
): AnyQueryWork {
  return { kind: 'query', sql, parameters, limit, maxBytes, tables, path };
}

function tablesIn(folder: WorkerFolder, rows: RowFiles): WorkerTable[] {
  return Object.entries(rows.named).map(([name, { file }]) => ({ name, path: folder.pathOf(file) }));
}
