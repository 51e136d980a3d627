import { roleColumn } from '../claim/claim';
import { focalRole } from '../claim/focal-role';
import { type Bounds, leeBounds, manskiBounds, type Observed } from '../statistics/comparison/missing-bounds';
import { pick, rowsWhere } from '../statistics/sample/rows';
import type { ContrastStudy, Study } from '../study/study';
import { variableOf } from '../study/variable/variable';
import { isMissing } from '../table/column';
import { levelsOf } from '../table/levels';
import { digitsOf } from '../words/stable-digits';
import type { Flow, FlowSide } from '../participants/flow';
import type { Inquiry } from '../verdict/inquiry';

/** Groups beyond this many are not told one by one. */
const MAX_SIDES = 8;
const MAX_MISSING = 12;
const OUTCOME_ROLES = ['value', 'metric', 'numerator', 'y', 'outcome', 'after', 'event'];

/** Rows a table was made from. */
export interface SourceRows {
  readonly name: string;
  readonly rows: number;
}

/** How many rows took part, and where the others went; null where no rows were chosen. */
export function flowOf(inquiry: Inquiry, sources: readonly SourceRows[]): Flow | null {
  const { study, claim, distinct } = inquiry;
  if (study === null || study.shape === 'empty') return null;
  const { complete, missing } = study.selection;
  const sides = sidesOf(inquiry, study);
  const bounds = study.shape === 'contrast' ? missingBounds(inquiry, study) : null;
  return {
    sources,
    started: claim.declared.units_started ?? null,
    rows: inquiry.input.table.rowCount,
    copies: distinct.copies,
    missing: [...missing].sort((a, b) => b.count - a.count || (a.column < b.column ? -1 : 1)).slice(0, MAX_MISSING),
    incomplete: study.selection.total - complete,
    analysed: complete,
    estimated_from: study.n,
    by: sides.length === 0 ? null : (focalRole(claim)?.column ?? null),
    sides,
    bounds: bounds === null ? null : digitsOf(bounds),
  };
}

function sidesOf({ claim, table }: Inquiry, study: Exclude<Study, { shape: 'empty' }>): readonly FlowSide[] {
  const focal = 'focal' in study ? focalRole(claim) : null;
  const column = focal === null ? undefined : table.column(focal.column);
  if (column === undefined || (study.shape === 'contrast' && study.sides === null)) return [];
  const levels = levelsOf(column, MAX_SIDES);
  if (levels === null) return [];
  const outcome = outcomeColumn(claim, table);
  const sides = levels.labels.map((label) => ({ label, rows: 0, missing: 0, analysed: 0 }));
  for (let row = 0; row < table.rowCount; row++) {
    const side = sides[levels.codes[row] ?? -1];
    if (side === undefined) continue;
    side.rows++;
    if (outcome !== undefined && isMissing(outcome, row)) side.missing++;
  }
  const seen = new Uint8Array(table.rowCount);
  for (const row of study.selection.rows) {
    const side = sides[levels.codes[row] ?? -1];
    // Rows of a table of counts are taken as often as they count.
    if (side === undefined || seen[row] === 1) continue;
    seen[row] = 1;
    side.analysed++;
  }
  return sides;
}

function outcomeColumn(claim: Inquiry['claim'], table: Inquiry['table']): ReturnType<Inquiry['table']['column']> {
  const name = OUTCOME_ROLES.map((role) => roleColumn(claim, role)).find((it) => it !== undefined);
  return name === undefined ? undefined : table.column(name);
}

/** Outcomes of the two sides, and how many of each are not there; null where two sides are not compared row by row. */
export function observedSides(
  study: ContrastStudy,
  { claim, table }: Inquiry,
): { readonly subject: Observed; readonly reference: Observed } | null {
  const group = table.column(study.focal);
  const outcome = outcomeColumn(claim, table);
  const values = outcome === undefined ? null : variableOf(outcome);
  const levels = group === undefined ? null : levelsOf(group, 20);
  if (outcome === undefined || values === null || levels === null || study.sides === null) return null;
  const side = (label: string): Observed => {
    const code = levels.labels.indexOf(label);
    const rows = rowsWhere(levels.codes.length, (row) => levels.codes[row] === code);
    const there = rows.filter((row) => !isMissing(outcome, row));
    return { values: pick(values.values, there), missing: rows.length - there.length };
  };
  return { subject: side(study.sides.subject), reference: side(study.sides.reference) };
}

/** Within what the unadjusted difference lies whatever the missing outcomes were; null where none are missing. */
export function missingBounds(inquiry: Inquiry, study: ContrastStudy): (Bounds & { method: 'Manski' | 'Lee' }) | null {
  if (study.ratioBy !== null || study.selection.missing.length === 0) return null;
  const sides = observedSides(study, inquiry);
  if (sides === null || sides.subject.missing + sides.reference.missing === 0) return null;
  const bounds = (study.binary ? manskiBounds : leeBounds)(sides.subject, sides.reference);
  return Number.isFinite(bounds.low) && Number.isFinite(bounds.high)
    ? { method: study.binary ? 'Manski' : 'Lee', ...bounds }
    : null;
}
