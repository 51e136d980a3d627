/** The kinds of question the oracle can judge. */
export const CLAIM_KINDS = [
  'table',
  'level',
  'association',
  'effect',
  'comparison',
  'experiment',
  'change',
  'trend',
  'proportion',
  'prediction',
  'classification',
  'survival',
  'equivalence',
  'noninferiority',
] as const;
export type ClaimKind = (typeof CLAIM_KINDS)[number];
/** The kinds that estimate something; `table` only says that rows are reproducible and keep their contract. */
export type StatisticalKind = Exclude<ClaimKind, 'table'>;
export const STATISTICAL_KINDS: readonly StatisticalKind[] = CLAIM_KINDS.filter((kind) => kind !== 'table');

/** The kinds that estimate something, but for these. */
export function without(...left: StatisticalKind[]): readonly StatisticalKind[] {
  return STATISTICAL_KINDS.filter((kind) => !left.includes(kind));
}

/** A column, a list of columns, or a number (a threshold). */
export type RoleValue = string | number | readonly string[];

/** Facts that rows cannot show. Absent facts may cost a verdict; they never buy one. */
export interface Declared {
  readonly design?: string;
  readonly assignment?: string;
  readonly unit?: string;
  readonly claim_unit?: string;
  readonly cluster?: string;
  /** True: no column of the table groups or orders the rows beyond the unit, cluster and time that the claim names. */
  readonly independent_rows?: boolean;
  readonly direction?: string;
  readonly threshold?: number;
  readonly margin?: number;
  /** Which way of the outcome is the good one. */
  readonly better?: 'higher' | 'lower';
  readonly pre_treatment?: readonly string[];
  readonly post_treatment?: readonly string[];
  readonly negative_controls?: readonly string[];
  readonly intended_split?: readonly number[] | Readonly<Record<string, number>>;
  readonly planned_rows?: number;
  readonly looks?: number;
  readonly stopping?: string;
  readonly family?: readonly string[] | number;
  readonly attempts_on_this_data?: number;
  readonly units_started?: number;
  readonly population?: string;
  readonly prediction_time?: string | number;
  readonly feature_times?: Readonly<Record<string, string | number>>;
  readonly encoding_source?: string;
  readonly raw_category?: string;
  readonly treatment_start?: string | number;
  readonly goal_metric?: string;
}

/** What an author says a table shows; made by `parseClaim` only. */
export interface Claim {
  readonly question: string;
  readonly kind: ClaimKind;
  /** Role → column(s), under the kind's own role names. */
  readonly roles: Readonly<Record<string, RoleValue>>;
  readonly declared: Declared;
}

/** The column of a role, when it names exactly one. */
export function roleColumn(claim: Claim, role: string): string | undefined {
  const value = claim.roles[role];
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value.length === 1 ? value[0] : undefined;
}

/** The columns of a role, whether one or a list. */
export function roleColumns(claim: Claim, role: string): readonly string[] {
  const value = claim.roles[role];
  if (typeof value === 'string') return [value];
  return typeof value === 'object' ? value : [];
}

/** The number that a level or proportion is compared with. */
export function thresholdOf(claim: Claim): number | undefined {
  const value = claim.roles.threshold;
  return typeof value === 'number' ? value : claim.declared.threshold;
}
