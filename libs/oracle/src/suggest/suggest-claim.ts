import { orderOf } from '../columns/ordering-columns';
import { repeatingColumns } from '../columns/repeating-columns';
import { siblingOutcomes } from '../columns/sibling-outcomes';
import { unlikeColumns } from '../columns/unlike-columns';
import { chiSquareShares } from '../statistics/comparison/variance-analysis';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { Inquiry } from '../verdict/inquiry';
import { ALPHA } from '../verdict/policy';
import { say, sayList } from '../words/number-words';
import type { Claim, Declared } from '../claim/claim';
import { suggestRoles } from './suggest-roles';

/** One line of a suggested claim, and why it is there. */
export interface SuggestedLine {
  /** Where in the claim (RFC 6901). */
  readonly pointer: string;
  readonly reason: string;
}

/** A complete claim that the data suggest. It is a draft: what it declares is the cautious reading, for a person to correct. */
export interface SuggestedClaim {
  readonly claim: Claim;
  readonly lines: readonly SuggestedLine[];
}

/** A split this far from equal was not planned as equal. */
const EQUAL = 0.01;

/** Reads a claim off a table: kind and roles by what the columns hold, facts by what the gates would ask about. */
export function suggestClaim(table: Table): SuggestedClaim {
  const { kind, roles, lines } = suggestRoles(table);
  const draft: Claim = { question: questionOf(kind, roles), kind, roles, declared: {} };
  const facts = kind === 'table' ? [] : suggestFacts(table, draft);
  const declared = facts.reduce<Declared>((all, { fact }) => ({ ...all, ...fact }), {});
  return { claim: { ...draft, declared }, lines: [...lines, ...facts.map(({ line }) => line)] };
}

function questionOf(kind: Claim['kind'], roles: Claim['roles']): string {
  const of = (role: string): string => String(roles[role] ?? '');
  switch (kind) {
    case 'experiment':
      return `${of('metric')} differs between the values of ${of('variant')}`;
    case 'comparison':
      return `${of('value')} differs between the values of ${of('group')}`;
    case 'proportion':
      return `the share of ${of('outcome')} differs between the values of ${of('group')}`;
    case 'change':
      return roles.group === undefined
        ? `${of('after')} differs from ${of('before')}`
        : `the change from ${of('before')} to ${of('after')} differs between the values of ${of('group')}`;
    case 'trend':
      return `${of('value')} changes over ${of('time')}`;
    case 'association':
      return `${of('x')} and ${of('y')} are associated`;
    case 'classification':
      return `${of('y_pred')} predicts ${of('y_true')}`;
    default:
      return 'the table is complete';
  }
}

interface Fact {
  readonly fact: Declared;
  readonly line: SuggestedLine;
}

function suggestFacts(table: Table, claim: Claim): readonly Fact[] {
  const unit = unitFact(table, claim);
  const held = unit === null ? claim : { ...claim, declared: unit.fact };
  return [
    unit,
    splitFact(table, claim),
    causesFact(table, held),
    looksFact(table, held),
    familyFact(table, held),
  ].filter((fact) => fact !== null);
}

function inquiryOf(table: Table, claim: Claim): Inquiry {
  const nothing = { contract: null, reproducibility: null };
  return new Inquiry({ table, claim, ...nothing, attempts: 1, alpha: ALPHA, seed: 'suggest' });
}

function line(fact: string, reason: string): SuggestedLine {
  return { pointer: `/declared/${fact}`, reason };
}

function unitFact(table: Table, claim: Claim): Fact | null {
  const [found] = repeatingColumns(inquiryOf(table, claim));
  if (found === undefined) return null;
  const { column, values, rowsEach } = found;
  return {
    fact: { unit: column },
    line: line(
      'unit',
      `${column} has ${values} values with ${say(rowsEach)} rows each, and rows with the same ${column} are correlated; "independent_rows": true if they are independent`,
    ),
  };
}

function splitFact(table: Table, { kind, roles }: Claim): Fact | null {
  const column = kind === 'experiment' ? table.column(String(roles.variant)) : undefined;
  const levels = column === undefined ? null : levelsOf(column, 20);
  if (levels === null) return null;
  const { p } = chiSquareShares(
    levels.counts,
    levels.counts.map(() => 1 / levels.counts.length),
  );
  const total = levels.counts.reduce((a, b) => a + b, 0);
  if (p < EQUAL) return null;
  return {
    fact: { intended_split: Object.fromEntries(levels.labels.map((label) => [label, 1])) },
    line: line('intended_split', `${levels.counts.join(' and ')} of ${total} rows fit equal shares (p = ${say(p)})`),
  };
}

function causesFact(table: Table, claim: Claim): Fact | null {
  const inquiry = inquiryOf(table, claim);
  const study = inquiry.contrastStudy();
  const names = study === null || claim.kind === 'experiment' ? [] : unlikeColumns(inquiry, study);
  if (study === null || names.length === 0) return null;
  return {
    fact: { pre_treatment: names },
    line: line(
      'pre_treatment',
      `${sayList(names)} ${names.length === 1 ? 'differs' : 'differ'} with ${study.focal}: adjusted for; move to post_treatment what ${study.focal} itself affects`,
    ),
  };
}

function looksFact(table: Table, claim: Claim): Fact | null {
  const column = claim.kind === 'experiment' ? table.column(String(claim.roles.time)) : undefined;
  const points = column === undefined ? 0 : new Set(orderOf(column)).size;
  if (points < 2) return null;
  const looks = Math.min(20, points);
  return {
    fact: { looks },
    line: line(
      'looks',
      `rows arrived over ${points} points in time; "stopping": "fixed" with planned_rows if the end was planned in advance`,
    ),
  };
}

function familyFact(table: Table, claim: Claim): Fact | null {
  const others = siblingOutcomes(inquiryOf(table, claim));
  if (others.length === 0) return null;
  const own = ['value', 'metric', 'outcome', 'y', 'after']
    .map((role) => claim.roles[role])
    .find((name) => typeof name === 'string');
  return {
    fact: { family: [...(typeof own === 'string' ? [own] : []), ...others] },
    line: line('family', `${sayList(others)} could also have been the outcome; leave out those that nobody looked at`),
  };
}
