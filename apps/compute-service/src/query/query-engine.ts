import { ProblemError, type SqlValue, type TableVersion } from '@svc/contracts';
import type { StagedFile, Warehouse } from '@svc/warehouse';
import { stageOutput } from '../table/stage-output';
import type { VisibleFile, WorkerFolder } from '../process/worker-folder';
import type { WorkerPool } from '../process/worker-pool';
import { type CopyAnswer, copyAnswer, inspectAnswer, type QueryAnswer, queryAnswer } from './answers';
import { queryProblem } from './query-problem';
import type { AnyQueryWork, WorkerTable } from './query-work';

/** Name in the statement → the stored rows it stands for. */
export type Tables = Readonly<Record<string, TableVersion>>;

export interface QueryRequest {
  readonly sql: string;
  /** The statement sees these and nothing else; the caller has checked that they may be read. */
  readonly tables: Tables;
  readonly parameters: readonly SqlValue[] | Readonly<Record<string, SqlValue>>;
  readonly limit: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export type CopyRequest = Omit<QueryRequest, 'parameters' | 'limit'>;

export interface QueryPools {
  readonly interactive: WorkerPool<AnyQueryWork>;
  /** For statements whose rows go to a file: they may take long, and answers to people must not wait for them. */
  readonly batch: WorkerPool<AnyQueryWork>;
}

/** About what a caller can do something with at once; a statement with longer rows answers fewer of them, and says so. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * The one query path. Every statement is checked, sees only the tables of its request, and runs in a process that is
 * killed when it does not end in time. Throws `ProblemError`: `invalid-sql`, `query-timeout`, `query-cancelled`,
 * `query-out-of-memory`, `overloaded`, `unavailable`.
 */
export class QueryEngine {
  constructor(
    private readonly pools: QueryPools,
    private readonly warehouse: Warehouse,
  ) {}

  /** The tables that a statement reads, lower case; refuses what is not one SELECT (or EXPLAIN of one). */
  async tablesOf(sql: string, signal: AbortSignal): Promise<readonly string[]> {
    const request = { files: [], timeoutMs: 10_000, signal, work: () => ({ kind: 'inspect' as const, sql }) };
    return this.pools.interactive.run(request, (answer) => inspectAnswer.parse(answer).tables).catch(queryProblem);
  }

  async query(request: QueryRequest): Promise<QueryAnswer> {
    const files = await this.filesOf(request.tables);
    const { sql, parameters, limit, timeoutMs, signal } = request;
    const work = (folder: WorkerFolder): AnyQueryWork => ({ kind: 'query', sql, parameters, limit, maxBytes: MAX_ANSWER_BYTES, tables: tablesIn(folder, request.tables) });
    return this.pools.interactive.run({ files, timeoutMs, signal, work }, (answer) => queryAnswer.parse(answer)).catch(queryProblem);
  }

  /** Writes all rows of a statement to a staged Parquet file, in the types a stored table may have. */
  async toParquet(request: CopyRequest): Promise<CopyAnswer & { readonly file: StagedFile }> {
    const files = await this.filesOf(request.tables);
    const { sql, timeoutMs, signal } = request;
    let output = '';
    const work = (folder: WorkerFolder): AnyQueryWork => {
      output = folder.newOutput();
      return { kind: 'copy', sql, path: output, tables: tablesIn(folder, request.tables) };
    };
    const take = async (answer: unknown): Promise<CopyAnswer & { file: StagedFile }> => {
      const { rows } = copyAnswer.parse(answer);
      return { rows, file: await stageOutput(this.warehouse, output) };
    };
    return this.pools.batch.run({ files, timeoutMs, signal, work }, take).catch(queryProblem);
  }

  private async filesOf(tables: Tables): Promise<VisibleFile[]> {
    return Promise.all(Object.values(tables).map(async ({ object }) => ({ name: object, path: await this.pathOf(object) })));
  }

  private pathOf(object: string): Promise<string> {
    return this.warehouse.localPath(object).catch((error: unknown) => {
      throw new ProblemError('unavailable', 'The rows of a table are not in the warehouse of this server.', { cause: error });
    });
  }
}

function tablesIn(folder: WorkerFolder, tables: Tables): WorkerTable[] {
  return Object.entries(tables).map(([name, { object }]) => ({ name, path: folder.pathOf(object) }));
}
