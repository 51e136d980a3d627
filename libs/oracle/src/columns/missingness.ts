import { type Claim, roleColumn } from '../claim/claim';
import { pValue } from '../statistics/distribution/contrast';
import { normalQuantile } from '../statistics/distribution/distributions';
import { numbers, pick, rowsWhere } from '../statistics/sample/rows';
import { chiSquareTable } from '../statistics/comparison/variance-analysis';
import { welchContrast } from '../statistics/comparison/welch';
import { isPostTreatment } from '../study/study';
import { variableOf } from '../study/variable/variable';
import { type Column, isMissing } from '../table/column';
import { levelsOf } from '../table/levels';
import type { Inquiry } from '../verdict/inquiry';
import { say, sayPercent } from '../words/number-words';

const GROUP_ROLES = ['group', 'variant', 'x'];
const OUTCOME_ROLES = ['value', 'metric', 'outcome', 'y', 'after', 'event'];
/** Columns without which a row has no outcome either. */
const PARTS_OF_OUTCOME = ['numerator', 'denominator', 'before'];
const MAX_GROUPS = 20;

/** How many outcomes of each side are there, and how many are not. */
export interface Answered {
  readonly reference: { readonly present: number; readonly missing: number };
  readonly subject: { readonly present: number; readonly missing: number };
}

/** Outcomes that are missing more often in some groups than in others. */
export interface Unevenness {
  readonly p: number;
  readonly words: string;
  /** The two sides of the claim's contrast; null when there are not two. */
  readonly answered: Answered | null;
}

/** Missingness of the outcome, or of a part of it, across the groups that are compared. */
export function unevenness(inquiry: Inquiry): Unevenness | null {
  const { claim, table } = inquiry;
  const group = first(claim, GROUP_ROLES);
  // The time of a survival is its outcome; elsewhere it orders the rows.
  const roles = [...OUTCOME_ROLES, ...PARTS_OF_OUTCOME, ...(claim.kind === 'survival' ? ['time'] : [])];
  const outcomes = roles
    .map((role) => table.column(roleColumn(claim, role) ?? ''))
    .filter((column) => column !== undefined)
    .filter(({ name }) => name !== group);
  return outcomes.length === 0 || group === undefined ? null : missingnessBy(inquiry, outcomes, group);
}

/** Missingness of any of some columns across the values of another. */
export function missingnessBy(
  { table, study }: Inquiry,
  outcomes: readonly Column[],
  group: string,
): Unevenness | null {
  const groupColumn = table.column(group);
  const levels = groupColumn === undefined ? null : levelsOf(groupColumn, MAX_GROUPS);
  if (levels === null || levels.labels.length < 2) return null;
  const counts = levels.labels.map((): [number, number] => [0, 0]);
  levels.codes.forEach((code, row) => {
    const pair = counts[code];
    if (pair !== undefined) pair[outcomes.some((column) => isMissing(column, row)) ? 1 : 0]++;
  });
  const lacking = outcomes.filter((column) => levels.codes.some((_, row) => isMissing(column, row)));
  const what = lacking.map(({ name }) => name).join(' or ');
  const words = levels.labels.map((label, i) => {
    const [present = 0, missing = 0] = counts[i] ?? [];
    return `${sayPercent(missing / (present + missing))} of ${what} in ${group} ${label}`;
  });
  const side = (label: string | undefined): Answered['subject'] | null => {
    const pair = counts[label === undefined ? -1 : levels.labels.indexOf(label)];
    return pair === undefined ? null : { present: pair[0], missing: pair[1] };
  };
  const sides = study?.shape === 'contrast' || study?.shape === 'survival' ? study.sides : null;
  const [subject, reference] = [side(sides?.subject), side(sides?.reference)];
  const answered = subject === null || reference === null ? null : { subject, reference };
  return { p: chiSquareTable(counts).p, words: words.slice(0, 4).join(', '), answered };
}

/** Missingness of the outcome along a number: do rows without a value have another mean of it? */
export function missingnessAlong(
  { table }: Inquiry,
  outcome: string,
  name: string,
): Omit<Unevenness, 'answered'> | null {
  const [column, other] = [table.column(outcome), table.column(name)];
  if (column === undefined || other === undefined || other.type === 'string') return null;
  const rows = rowsWhere(table.rowCount, (row) => !isMissing(other, row));
  const contrast = welchContrast(
    pick(other.values, rows),
    numbers(rows.length, (i) => (isMissing(column, rows[i] ?? -1) ? 1 : 0)),
  );
  const p = pValue(contrast);
  return Number.isFinite(p)
    ? { p, words: `${name} is ${say(contrast.value)} apart between rows with and without ${outcome}` }
    : null;
}

/** A column in which the rows without an outcome differ from the others in another way on each side. */
export interface UnlikeMissingness {
  readonly name: string;
  readonly z: number;
  readonly words: string;
}

/** Undeclared and declared columns of earlier facts whose link with missingness differs between the sides; clearest first. */
export function unlikeMissingness(inquiry: Inquiry, level: number): readonly UnlikeMissingness[] {
  const { claim, table, study } = inquiry;
  const [outcome, group] = [first(claim, OUTCOME_ROLES), first(claim, GROUP_ROLES)];
  const column = outcome === undefined ? undefined : table.column(outcome);
  const levels = group === undefined ? null : levelsOf(table.column(group) ?? NO_COLUMN, 2);
  if (study?.shape !== 'contrast' || study.sides === null || column === undefined || levels?.labels.length !== 2)
    return [];
  const sides = levels.codes;
  const others = table.columns.filter(
    ({ name }) => name !== outcome && name !== group && !isPostTreatment(claim, name) && !isRepeated(claim, name),
  );
  const bar = normalQuantile(level / 2 / Math.max(1, others.length));
  return others
    .map((other) => interactionOf(other, column, sides))
    .filter((found) => found !== null)
    .filter(({ z }) => Math.abs(z) > bar)
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z));
}

const NO_COLUMN: Column = { name: '', type: 'number', values: new Float64Array(0) };

/** The time, the unit and the cluster of the rows are no facts about them. */
function isRepeated(claim: Claim, name: string): boolean {
  return [claim.declared.unit, claim.declared.cluster, roleColumn(claim, 'unit'), roleColumn(claim, 'time')].includes(
    name,
  );
}

function interactionOf(other: Column, outcome: Column, sides: Int32Array): UnlikeMissingness | null {
  const values = variableOf(other)?.values;
  if (values === undefined) return null;
  const [first, second] = [0, 1].map((side) => {
    const rows = rowsWhere(values.length, (row) => sides[row] === side && !Number.isNaN(values[row] ?? NaN));
    return welchContrast(
      pick(values, rows),
      numbers(rows.length, (i) => (isMissing(outcome, rows[i] ?? -1) ? 1 : 0)),
    );
  });
  if (first === undefined || second === undefined) return null;
  const z = (second.value - first.value) / Math.hypot(first.error, second.error);
  return Number.isFinite(z)
    ? {
        name: other.name,
        z,
        words: `${other.name} differs by ${say(first.value)} between rows without and with ${outcome.name} on one side, by ${say(second.value)} on the other`,
      }
    : null;
}

function first(claim: Claim, roles: readonly string[]): string | undefined {
  return roles.map((role) => roleColumn(claim, role)).find((name) => name !== undefined);
}
