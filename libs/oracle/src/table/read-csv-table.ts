import { createReadStream } from 'node:fs';
import { CsvColumn } from './csv-column';
import { CsvRecords } from './csv-records';
import { Table } from './table';

/**
 * Reads a CSV file (path) or stream of text/UTF-8 chunks into a table, holding only the columns. The first record
 * names the columns. A column is numeric when every present value is a number without a leading zero, boolean when
 * all are true/false, else text. Refuses records whose width differs from the header's.
 */
export async function readCsvTable(source: string | AsyncIterable<string | Uint8Array>): Promise<Table> {
  const chunks: AsyncIterable<string | Uint8Array> = typeof source === 'string' ? createReadStream(source) : source;
  const decoder = new TextDecoder('utf-8');
  let columns: CsvColumn[] | null = null;
  let rowCount = 0;
  const records = new CsvRecords((record) => {
    if (columns === null) {
      columns = headerColumns(record);
      return;
    }
    rowCount++;
    if (record.length !== columns.length) {
      throw new RangeError(`record ${rowCount} has ${record.length} fields, the header has ${columns.length}`);
    }
    columns.forEach((column, i) => column.push(record[i] ?? ''));
  });
  for await (const chunk of chunks)
    records.push(typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }));
  records.end();
  const built: readonly CsvColumn[] = columns ?? [];
  return new Table(
    built.map((column) => column.build()),
    rowCount,
  );
}

function headerColumns(record: readonly string[]): CsvColumn[] {
  const repeated = record.find((name, i) => record.indexOf(name) !== i);
  if (repeated !== undefined) throw new RangeError(`column "${repeated}" occurs twice`);
  return record.map((name) => new CsvColumn(name));
}
