import path from 'node:path';
import { type EndedProcess, runToEnd } from '../measure/ended-process';
import { derivationFile } from '../stack/certified-derivation';
import { ROOT } from '../stack/running-stack';

const BARE = path.join(ROOT, 'benchmarks', 'derivation-overhead', 'bare_process.py');

/** What the bare processes need of the stack: its Python, its author package, the rows, and where to put the result. */
export interface Place {
  readonly python: string;
  readonly pythonSources: string;
  readonly flights: string;
  readonly result: string;
  readonly threads: string;
}

/** One way to write the same derivation, and the bare process that does its work once. */
export interface Form {
  readonly name: string;
  readonly bareName: string;
  readonly derivation: string;
  bare(place: Place): Promise<() => Promise<EndedProcess>>;
}

const pandas: Form = {
  name: 'pandas',
  bareName: 'a Python process',
  derivation: 'bench_pandas',
  bare: async (place) => () =>
    python(place, 'run', derivationFile('bench_pandas'), 'bench_pandas', place.flights, place.result),
};

const sql: Form = {
  name: '`ctx.sql`',
  bareName: 'a Node.js process with DuckDB',
  derivation: 'bench_sql',
  async bare(place) {
    const { stdout } = await python(place, 'statement', derivationFile('bench_sql'), 'bench_sql');
    return () =>
      runToEnd(
        process.execPath,
        [path.join(__dirname, 'bare-sql.js'), stdout, 'flights', place.flights, place.result, place.threads],
        {},
      );
  },
};

export const FORMS: readonly Form[] = [sql, pandas];

function python({ python: program, pythonSources }: Place, ...args: readonly string[]): Promise<EndedProcess> {
  return runToEnd(program, [BARE, ...args], { PYTHONPATH: pythonSources });
}
