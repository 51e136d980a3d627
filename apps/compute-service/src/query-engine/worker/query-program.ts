import type { DuckDBConnection } from '@duckdb/node-api';
import { engineFailure, StatementRefused } from '../../duckdb/engine-failure';
import type { EngineSettings } from '../../duckdb/engine-settings';
import { lockEngine, openEngine } from '../../duckdb/locked-engine';
import { shortMessage } from '../../duckdb/short-message';
import type { ClosingProgram } from '../../process/in-process-worker';
import type { WorkerFailure } from '../../process/worker-protocol';
import { ColumnRefused } from '../../table/canonical-column';
import type { AnyQueryWork } from '../query-work';
import { QuerySession, TraceLeft } from './query-session';
import { RowsBroken } from './rows/read-chunks';
import { runCopy } from './run-copy';
import { runQuery } from './run-query';

/** Connection settings, so they must be made before the lock. */
const SETTINGS = [
  // Tracks progress without printing it.
  'enable_progress_bar = true',
  'enable_progress_bar_print = false',
  // Rows that wait to be fetched are counted without their texts: with long ones the usual megabyte is more than a worker has.
  "streaming_buffer_size = '1KB'",
] as const;

/** Opens an engine, locks it, and answers statements with it; in a worker process, or in this one. */
export async function openQueryProgram(settings: EngineSettings): Promise<ClosingProgram<AnyQueryWork>> {
  const engine = await openEngine(settings);
  const connection = await engine.connect();
  for (const setting of SETTINGS) await connection.run(`SET ${setting}`);
  await lockEngine(engine, settings);
  const session = await QuerySession.open(connection);
  let working = false;
  let interrupted = false;
  return {
    async run(work) {
      working = true;
      interrupted = false;
      return perform(session, work).finally(() => {
        working = false;
      });
    },
    interrupt: () => {
      if (!working) return;
      interrupted = true;
      connection.interrupt();
    },
    progress: () => (working ? percentOf(connection) : null),
    // Rows that an interrupt cut off, and an interrupted second attempt to find the error.
    failure: (error) =>
      interrupted && error instanceof RowsBroken ? { code: 'interrupted', message: error.message } : failure(error),
    close: () => {
      connection.closeSync();
      engine.closeSync();
    },
  };
}

async function perform(session: QuerySession, work: AnyQueryWork): Promise<unknown> {
  switch (work.kind) {
    case 'inspect':
      return { tables: (await session.parse(work.sql)).tables };
    case 'query':
      return runQuery(session, work);
    case 'copy':
      return runCopy(session, work);
    case 'export':
      return (await loadExport()).runExport(session, work);
  }
}

/** Loaded with the first file: the Arrow library would be a third of a worker's start. */
function loadExport(): Promise<typeof import('./export/run-export.js')> {
  return import('./export/run-export.js');
}

/** DuckDB says −1 before it knows. */
function percentOf({ progress: { percentage: percent } }: DuckDBConnection): number | null {
  return percent < 0 ? null : Math.min(100, percent);
}

function failure(error: unknown): WorkerFailure {
  if (error instanceof StatementRefused || error instanceof ColumnRefused)
    return { code: 'invalid-sql', message: shortMessage(error.message) };
  // Not by its message, or running it again would have reported it.
  if (error instanceof TraceLeft || error instanceof RowsBroken) return { code: 'broken', message: error.message };
  return engineFailure(error);
}
