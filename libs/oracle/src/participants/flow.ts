/** Rows of one side of a comparison. */
export interface FlowSide {
  readonly label: string;
  readonly rows: number;
  /** Rows without the outcome. */
  readonly missing: number;
  readonly analysed: number;
}

/** How many rows took part in a test, and where the others went (after CONSORT). */
export interface Flow {
  /** The tables that the judged one was made from, where they are known. */
  readonly sources: readonly { readonly name: string; readonly rows: number }[];
  /** Units that started, as declared. */
  readonly started: number | null;
  /** Rows of the judged table. */
  readonly rows: number;
  /** Rows left out as copies of others. */
  readonly copies: number;
  /** Missing values per column of the claim; a row may miss several. */
  readonly missing: readonly { readonly column: string; readonly count: number }[];
  /** Rows left out because a column of the claim is missing in them. */
  readonly incomplete: number;
  readonly analysed: number;
  /** What the estimate counts: rows, or the units or points in time that they were joined to. */
  readonly estimated_from: number;
  /** The column that names the sides; null where there are none. */
  readonly by: string | null;
  readonly sides: readonly FlowSide[];
  /** Within what the unadjusted difference lies whatever the missing outcomes were. */
  readonly bounds: { readonly method: 'Manski' | 'Lee'; readonly low: number; readonly high: number } | null;
}

/** How far apart the sides are in one column, in standard deviations: among all rows, and as the estimate weighs them. */
export interface Balance {
  /** A column, or `column = value` of a category. */
  readonly column: string;
  readonly before: number;
  readonly after: number;
  readonly adjusted: boolean;
}

/** Differences within this are usually called balanced (Austin, Statistics in Medicine 28 (2009)). */
export const BALANCED = 0.1;
