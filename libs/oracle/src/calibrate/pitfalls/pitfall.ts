import type { Claim, Declared } from '../../claim/claim';
import type { Random } from '../../statistics/sample/hash-random';
import { tableFromColumns } from '../../table/table-from-columns';
import type { Table } from '../../table/table';
import type { Verdict } from '../../claim/verdict';

/** A case whose right answer is known. */
export interface PitfallCase {
  readonly table: Table;
  readonly claim: Claim;
  readonly accept: readonly Verdict[];
  readonly never: Verdict;
  /** Words a right reason contains. */
  readonly pivotal: readonly string[];
}

/** A trap that a careless analysis falls into, and its honest twin. */
export interface Pitfall {
  readonly name: string;
  readonly trap: (random: Random) => PitfallCase;
  readonly twin: (random: Random) => PitfallCase;
}

type Columns = Readonly<Record<string, ArrayLike<unknown>>>;

/** Must be called unsound. */
export function defect(columns: Columns, claim: Claim, ...pivotal: string[]): PitfallCase {
  return { table: tableFromColumns(columns), claim, accept: ['unsound'], never: 'sound', pivotal };
}

/** Must not be called sound. */
export function unshown(columns: Columns, claim: Claim, ...pivotal: string[]): PitfallCase {
  return { table: tableFromColumns(columns), claim, accept: ['inconclusive', 'unsound'], never: 'sound', pivotal };
}

/** Must be called sound. */
export function honest(columns: Columns, claim: Claim): PitfallCase {
  return { table: tableFromColumns(columns), claim, accept: ['sound'], never: 'unsound', pivotal: [] };
}

export function rowsOf<T>(n: number, make: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => make(i));
}

/** Roles that say how the rows came to be, and not what is claimed of them. */
const DESIGN_ROLES = new Set([
  'weight',
  'baseline',
  'assigned_by',
  'assigned',
  'received',
  'period',
  'sequence',
  'unit',
  'segment',
]);

/** The claim with nothing said about how the rows came to be; a margin stays, with its side, since nothing is tested without. */
export function silenced({ claim }: Pick<PitfallCase, 'claim'>): Claim {
  const { margin, better } = claim.declared;
  const declared: Declared = {
    ...(margin === undefined ? {} : { margin }),
    ...(better === undefined ? {} : { better }),
  };
  const roles = Object.fromEntries(Object.entries(claim.roles).filter(([role]) => !DESIGN_ROLES.has(role)));
  return { ...claim, roles, declared };
}
