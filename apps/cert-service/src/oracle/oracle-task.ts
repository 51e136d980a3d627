import { attestation, claimSuggestion, problemItem } from '@svc/contracts';
import type { ContractReport, ParquetColumn } from '@svc/oracle';
import { z } from 'zod';
import type { OracleQuestion } from '../run/run.ports';

/** How the judged rows were sampled, as the attestation states it. */
export interface SampleStatement {
  readonly rows: number;
  readonly of: number;
  /** The column whose values were taken whole; null when single rows were sampled. */
  readonly by: string | null;
  readonly seed: string;
}

interface OracleRows {
  readonly columns: readonly ParquetColumn[];
  readonly data: { readonly path: string; readonly hash: string; readonly rows: number };
  /** The sample, when there are more rows than one process holds. */
  readonly sample: { readonly path: string; readonly statement: SampleStatement } | null;
}

/** To propose a claim about rows. */
export interface SuggestionTask extends OracleRows {
  readonly asked: 'suggestion';
}

/** To judge a claim about rows. */
export interface VerdictTask extends OracleRows, Omit<OracleQuestion, 'table' | 'inputs'> {
  readonly asked: 'verdict';
  /** How many rows each input has. */
  readonly sources: readonly { readonly name: string; readonly rows: number }[];
  /**
   * The result of checking the contract on all rows in SQL: if there are too many rows for one process, or it refers to
   * other tables.
   */
  readonly contractReport: ContractReport | null;
}

/** To hash the content of a column. */
export interface ContentTask extends OracleRows {
  readonly asked: 'content';
}

/** The input of an oracle process. */
export type OracleTask = VerdictTask | SuggestionTask | ContentTask;

/** What it answers. */
export const oracleAnswer = z.union([
  z.object({ attestation, page: z.string().nullable() }),
  claimSuggestion.pick({ claim: true, lines: true }),
  z.object({ content: z.string() }),
  /** The claim names columns that the rows lack, which could not be known before the run. */
  z.object({ misfits: z.array(problemItem) }),
  z.object({ error: z.string() }),
]);
export type OracleAnswer = z.infer<typeof oracleAnswer>;
