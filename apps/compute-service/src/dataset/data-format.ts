import type { DataFormat } from '@svc/contracts';

const ENDINGS: readonly (readonly [ending: RegExp, format: DataFormat])[] = [
  [/\.(csv|tsv|txt)$/i, 'csv'],
  [/\.(jsonl|ndjson|json)$/i, 'jsonl'],
  [/\.(parquet|pq)$/i, 'parquet'],
];

/** The format of a file by its name; null when the name does not tell. */
export function formatOf(fileName: string): DataFormat | null {
  return ENDINGS.find(([ending]) => ending.test(fileName))?.[1] ?? null;
}
