import type { DuckDBConnection } from '@duckdb/node-api';
import { engineFailure } from '../../duckdb/engine-failure';
import { type EngineSettings, parseEngineSettings } from '../../duckdb/engine-settings';
import { openLockedEngine } from '../../duckdb/locked-engine';
import { serveWorker } from '../../process/serve-worker';
import type { WorkerFailure } from '../../process/worker-protocol';
import { ColumnRefused } from '../../table/canonical-column';
import type { AnyIngestWork } from '../ingest-work';
import { compareTables } from './compare-tables';
import { BadRows, FileRefused } from './ingest-refused';
import { adopt, identify, ingest } from './read-file';

/** The program of an ingest worker: it reads untrusted files, in a sandbox without any other files. */
async function main(settings: EngineSettings): Promise<void> {
  const engine = await openLockedEngine(settings);
  let connection: DuckDBConnection | null = null;
  serveWorker<AnyIngestWork>({
    async run(work) {
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

async function perform(connection: DuckDBConnection, work: AnyIngestWork): Promise<unknown> {
  switch (work.kind) {
    case 'ingest':
      return ingest(connection, work);
    case 'adopt':
      return adopt(connection, work);
    case 'identify':
      return identify(connection, work);
    case 'compare':
      return compareTables(connection, work);
  }
}

function failure(error: unknown): WorkerFailure {
  if (error instanceof BadRows) return { code: 'bad-rows', message: error.message, data: error.rows };
  if (error instanceof FileRefused) return { code: error.code, message: error.message };
  if (error instanceof ColumnRefused) return { code: 'refused', message: error.message };
  return engineFailure(error);
}

void main(parseEngineSettings(process.argv[2] ?? ''));
