import { open } from 'node:fs/promises';
import { FileRefused } from '../ingest-refused';

/** What must be detected in a CSV file: RFC 4180 fixes the rest (quotes are `"`, doubled inside). */
export interface CsvDialect {
  readonly delimiter: string;
  readonly header: readonly string[];
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const HEADER_BYTES = 1024 * 1024;

/**
 * Reads the first record for the column names and the delimiter: the one of `,` `;` tab `|` that occurs most often in it,
 * outside quotes. Not by the engine's own sniffer: to make sense of a ragged file it drops rows.
 */
export async function csvDialect(path: string): Promise<CsvDialect> {
  const file = await open(path);
  const buffer = Buffer.alloc(HEADER_BYTES);
  const { bytesRead } = await file.read(buffer, 0, HEADER_BYTES, 0).finally(() => file.close());
  const record = firstRecord(buffer.toString('utf8', 0, bytesRead).replace(/^\ufeff/, ''), bytesRead < HEADER_BYTES);
  if (record.trim() === '') throw new FileRefused('The first line is empty; it must name the columns.');
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, fields: splitRecord(record, delimiter) }));
  const best = counts.reduce((most, one) => (one.fields.length > most.fields.length ? one : most));
  return { delimiter: best.delimiter, header: best.fields };
}

function firstRecord(text: string, whole: boolean): string {
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) return text.slice(0, at);
  }
  if (quoted || !whole)
    throw new FileRefused('The first line does not end; it must name the columns, and a quote in it may be left open.');
  return text;
}

/** The fields of one record, without their quotes. */
function splitRecord(record: string, delimiter: string): string[] {
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let at = 0; at < record.length; at += 1) {
    const char = record[at] ?? '';
    if (quoted && char === '"' && record[at + 1] === '"') {
      field += '"';
      at += 1;
    } else if (char === '"' && (quoted || field === '')) {
      quoted = !quoted;
    } else if (char === delimiter && !quoted) {
      fields.push(field);
      field = '';
    } else {
      field += char;
    }
  }
  return [...fields, field];
}
