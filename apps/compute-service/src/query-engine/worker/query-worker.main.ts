import { parseEngineSettings } from '../../duckdb/engine-settings';
import { serveWorker } from '../../process/serve-worker';
import { openQueryProgram } from './query-program';

/** The program of a query worker: `argv[2]` holds the engine's settings as JSON. */
void openQueryProgram(parseEngineSettings(process.argv[2] ?? '')).then(serveWorker);
