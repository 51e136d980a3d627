import { CAUSAL_PITFALLS } from '../calibrate/pitfalls/causal-pitfalls';
import { CHANGE_PITFALLS } from '../calibrate/pitfalls/change-pitfalls';
import { DATA_PITFALLS } from '../calibrate/pitfalls/data-pitfalls';
import { DESIGN_PITFALLS } from '../calibrate/pitfalls/design-pitfalls';
import { PLAIN_PLANTS } from '../calibrate/plants/plain-plants';
import { ROLE_PITFALLS } from '../calibrate/pitfalls/role-pitfalls';
import { claimOf, coins, letters } from '../calibrate/plants/planted';
import type { Claim, ClaimKind, Declared } from '../claim/claim';
import { type Random, normalDraw, seededRandom } from '../statistics/sample/hash-random';
import { tableFromColumns } from '../table/table-from-columns';
import type { Verdict } from '../claim/verdict';
import { Inquiry, type InquiryInput } from '../verdict/inquiry';

/** A case for one gate: what it must say. */
export interface GateCase {
  readonly gate: string;
  readonly says: Verdict;
  readonly name: string;
  readonly inquiry: () => Inquiry;
}

/** Columns by name. */
export type Columns = Readonly<Record<string, ArrayLike<unknown>>>;
/** What a case may add to its inquiry. */
export type Extra = Partial<Pick<InquiryInput, 'attempts' | 'contract' | 'reproducibility'>>;

/** A claim put to the gates over planted columns. */
export function inquire(columns: Columns, claim: Claim, extra: Extra = {}): Inquiry {
  return new Inquiry({
    table: tableFromColumns(columns),
    claim,
    contract: null,
    reproducibility: null,
    attempts: 1,
    alpha: 0.005,
    seed: 'test',
    ...extra,
  });
}

/** A case whose draws are seeded by its gate and name. */
export function kase(gate: string, says: Verdict, name: string, make: (random: Random) => Inquiry): GateCase {
  return { gate, says, name, inquiry: () => make(seededRandom(`${gate}/${name}`)) };
}

/** Trap and twin of a planted pitfall, both judged by one gate. */
export function pair(gate: string, pitfall: string, says: Verdict = 'unsound', seed = ''): GateCase[] {
  const found = [...CAUSAL_PITFALLS, ...DATA_PITFALLS, ...DESIGN_PITFALLS, ...ROLE_PITFALLS, ...CHANGE_PITFALLS].find(
    ({ name }) => name === pitfall,
  );
  if (found === undefined) throw new Error(`no pitfall "${pitfall}"`);
  return (['trap', 'twin'] as const).map((role) =>
    kase(gate, role === 'trap' ? says : 'sound', `${pitfall} ${role}${seed}`, (random) => {
      const { table, claim } = found[role](random);
      return new Inquiry({
        table,
        claim,
        contract: null,
        reproducibility: null,
        attempts: 1,
        alpha: 0.005,
        seed: 'test',
      });
    }),
  );
}

/** A plain planted shift of a kind, in standard errors. */
export function plain(
  kind: Exclude<ClaimKind, 'table'>,
  n: number,
  shift: number,
  declared: Declared = {},
  extra: Extra = {},
): (random: Random) => Inquiry {
  return (random) => {
    const { table, claim } = PLAIN_PLANTS[kind](n, shift, random);
    return new Inquiry({
      table,
      claim: { ...claim, declared: { ...claim.declared, ...declared } },
      contract: null,
      reproducibility: null,
      attempts: 1,
      alpha: 0.005,
      seed: 'test',
      ...extra,
    });
  };
}

/** Two groups of one numeric column. */
export function groups(
  n: number,
  difference: number,
  random: Random,
  draw: (random: Random) => number = normalDraw,
): Columns {
  const x = coins(n, random);
  return { group: letters(x), value: x.map((side) => difference * side + draw(random)) };
}

/** A comparison of `value` by `group`. */
export const comparison = (declared: Declared = {}): Claim =>
  claimOf('comparison', { group: 'group', value: 'value' }, declared);
