import { columnType, type RowSet } from '@svc/contracts';
import type { StagedFile } from '@svc/warehouse';
import { z } from 'zod';

type Cell = string | number | boolean | null;

function isRow(value: unknown): value is readonly Cell[] {
  return Array.isArray(value) && value.every((cell) => cell === null || typeof cell !== 'object');
}

/** The content of an answer; validated by hand cell by cell, because ten thousand rows go through here. */
const rows = z.custom<readonly (readonly Cell[])[]>(
  (value) => Array.isArray(value) && value.every(isRow),
  'is not rows',
);

export const queryAnswer = z.object({
  columns: z.array(z.object({ name: z.string(), type: columnType })),
  rows,
  truncated: z.boolean(),
});
export type QueryAnswer = z.infer<typeof queryAnswer>;

/** The same, and whether it may differ another time; `rows` is null when a file holds them as JSON. */
export const workerAnswer = queryAnswer.extend({
  rows: rows.nullable(),
  row_count: z.int().nonnegative(),
  volatile: z.boolean(),
});

/** An answer whose rows this process has not read: a staged file holds their JSON. */
export interface WrittenAnswer extends Omit<QueryAnswer, 'rows'> {
  readonly written: StagedFile;
  readonly rowCount: number;
}

export function countRows(answer: QueryAnswer | WrittenAnswer): number {
  return 'written' in answer ? answer.rowCount : answer.rows.length;
}

/** The answer as contracts have it. */
export function answerRows({ columns, rows, truncated }: QueryAnswer): RowSet {
  return { columns, rows: rows.map((row) => [...row]), row_count: rows.length, truncated };
}

export const copyAnswer = z.object({ rows: z.int().nonnegative() });
export type CopyAnswer = z.infer<typeof copyAnswer>;

export const inspectAnswer = z.object({ tables: z.array(z.string()) });

export const exportAnswer = z.object({ rows: z.int().nonnegative(), truncated: z.boolean() });
