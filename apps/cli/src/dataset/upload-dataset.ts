import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { type Client, type Dataset, firstAccessQuery, type SaidAccess } from '@svc/contracts';
import { CommandError } from '../command/usage-error';

/** Facts about a dataset that are sent before its rows. */
export interface DatasetSource {
  readonly name: string;
  readonly path: string;
  readonly format?: 'csv' | 'jsonl' | 'parquet' | undefined;
  readonly description?: string | undefined;
  readonly columns?: Readonly<Record<string, string>> | undefined;
  readonly null_values?: readonly string[] | undefined;
  /** The visibility of a new dataset. */
  readonly said?: SaidAccess | null;
}

/** Streams the file and returns the resulting dataset; `onBytes` reports progress. */
export async function uploadDataset(
  client: Client,
  source: DatasetSource,
  onBytes: (sent: number, total: number) => void,
): Promise<Dataset> {
  if (!existsSync(source.path)) throw new CommandError(`no such file: ${source.path}`);
  if (!statSync(source.path).isFile()) throw new CommandError(`${source.path} is not a file`);
  const { name, format, description, columns, null_values, said } = source;
  const body = {
    name,
    ...(format === undefined ? {} : { format }),
    ...(description === undefined ? {} : { description }),
    ...(columns === undefined ? {} : { columns: { ...columns } }),
    ...(null_values === undefined ? {} : { null_values: [...null_values] }),
  };
  return client.registerDataset({
    ...(said == null ? {} : { query: firstAccessQuery(said) }),
    body,
    file: { stream: counted(source.path, onBytes), file_name: basename(source.path) },
  });
}

async function* counted(
  path: string,
  onBytes: (sent: number, total: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { createReadStream } = await import('node:fs');
  const total = statSync(path).size;
  let sent = 0;
  for await (const part of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    const bytes = Buffer.from(part);
    sent += bytes.length;
    onBytes(sent, total);
    yield bytes;
  }
}
