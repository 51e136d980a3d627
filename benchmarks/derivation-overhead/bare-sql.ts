import { DuckDBInstance } from '@duckdb/node-api';

/** A process that runs one statement over one Parquet file into another, and nothing else: `statement table source result threads`. */
async function main(statement: string, table: string, source: string, result: string, threads: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:', { threads })).connect();
  await connection.run(`CREATE VIEW "${table}" AS FROM read_parquet('${source}')`);
  await connection.run(`COPY (${statement}) TO '${result}' (FORMAT parquet, COMPRESSION zstd)`);
  connection.closeSync();
}

const [statement = '', table = '', source = '', result = '', threads = '1'] = process.argv.slice(2);
void main(statement, table, source, result, threads);
