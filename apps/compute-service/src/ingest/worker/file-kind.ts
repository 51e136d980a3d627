import { open } from 'node:fs/promises';
import type { FileReading } from '../ingest-work';
import { FileRefused } from './ingest-refused';

const SIGNATURES: readonly (readonly [hex: string, what: string])[] = [
  ['1f8b', 'It is compressed with gzip; unpack it first.'],
  ['28b52ffd', 'It is compressed with zstd; unpack it first.'],
  ['425a68', 'It is compressed with bzip2; unpack it first.'],
  ['fd377a585a00', 'It is compressed with xz; unpack it first.'],
  ['504b0304', 'It is a zip archive or a spreadsheet; send the table in it as CSV.'],
  ['d0cf11e0', 'It is an old spreadsheet; send the table in it as CSV.'],
  ['fffe', 'It is UTF-16; save it as UTF-8.'],
  ['feff', 'It is UTF-16; save it as UTF-8.'],
];
const PARQUET = Buffer.from('PAR1');

/** Checks the first bytes and refuses a file that is plainly of another format than declared. */
export async function checkFileKind(path: string, format: FileReading['format']): Promise<void> {
  const file = await open(path);
  const head = Buffer.alloc(8);
  const { bytesRead } = await file.read(head, 0, head.length, 0).finally(() => file.close());
  if (bytesRead === 0) throw new FileRefused('The file is empty; a table has at least column names.');
  const signature = SIGNATURES.find(([hex]) => head.subarray(0, bytesRead).toString('hex').startsWith(hex));
  if (signature !== undefined) throw new FileRefused(signature[1], 'unsupported');
  const isParquet = head.subarray(0, 4).equals(PARQUET);
  if (isParquet && format !== 'parquet')
    throw new FileRefused('It is a Parquet file; say so, or name it *.parquet.', 'unsupported');
  if (!isParquet && format === 'parquet')
    throw new FileRefused('It is not a Parquet file: those begin with the letters PAR1.', 'unsupported');
}
