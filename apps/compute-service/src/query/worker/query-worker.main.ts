import type { DuckDBConnection } from '@duckdb/node-api';
import { engineFailure, StatementRefused } from '../../engine/engine-failure';
import { type EngineSettings, parseEngineSettings } from '../../engine/engine-settings';
import { openLockedEngine } from '../../engine/locked-engine';
import { serveWorker } from '../../process/serve-worker';
import type { WorkerFailure } from '../../process/worker-protocol';
import { ColumnRefused } from '../../table/canonical-column';
import type { AnyQueryWork } from '../query-work';
import { parseStatement } from './parse-statement';
import { runCopy } from './run-copy';
import { runQuery } from './run-query';

/** The program of a query worker: `argv[2]` holds the engine's settings as JSON. */
async function main(settings: EngineSettings): Promise<void> {
  const engine = await openLockedEngine(settings);
  let connection: DuckDBConnection | null = null;
  serveWorker<AnyQueryWork>({
    async run(work) {
      // Views and variables are a connection's own: with it everything of this request is gone.
      connection = await engine.connect();
      try {
        return await perform(connection, work);
      } finally {
        connection.closeSync();
        connection = null;
      }
    },
    interrupt: () => connection?.interrupt(),
    failure,
  });
}

async function perform(connection: DuckDBConnection, work: AnyQueryWork): Promise<unknown> {
  switch (work.kind) {
    case 'inspect':
      return { tables: (await parseStatement(connection, work.sql)).tables };
    case 'query':
      return runQuery(connection, work);
    case 'copy':
      return runCopy(connection, work);
  }
}

function failure(error: unknown): WorkerFailure {
  if (error instanceof StatementRefused || error instanceof ColumnRefused) return { code: 'invalid-sql', message: error.message };
  return engineFailure(error);
}

void main(parseEngineSettings(process.argv[2] ?? ''));
