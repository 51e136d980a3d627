import type { Study } from '../study/study';
import type { Column } from '../table/column';
import type { Inquiry } from '../verdict/inquiry';
import { rowScores } from './row-scores';
import { undeclaredColumns } from './undeclared-columns';

/** A study with rows. */
export type StudyOfRows = Exclude<Study, { shape: 'empty' }>;

/** What `examine` finds in the undeclared columns of a claim, held against the rows' scores; the clearest first. */
export function scoreColumns<Found extends { readonly z: number }>(
  { study, claim, table }: Inquiry,
  examine: (column: Column, study: StudyOfRows, scores: Float64Array) => Found | null,
): readonly Found[] {
  if (study === null || study.shape === 'empty') return [];
  const scores = rowScores(study);
  if (scores === null) return [];
  return undeclaredColumns(table, claim)
    .map((column) => examine(column, study, scores))
    .filter((found) => found !== null)
    .sort((a, b) => b.z - a.z);
}
