import { without } from '../../claim/claim';
import type { Declared } from '../../claim/claim';
import { evidenceIf } from '../../columns/evidence-if';
import { ask, declaration } from '../../columns/questions';
import { type FewValues, fewValues } from '../../columns/few-values';
import { type RepeatingColumn, repeatingColumns } from '../../columns/repeating-columns';
import { clusterColumn, unitColumn } from '../../study/rows/clusters-of';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Columns tried as the unit: those whose rows go together most. */
const TRIED = 5;

/** Rows that share the value of a column nobody spoke about are not taken as independent. */
export const undeclaredUnits: Gate = {
  name: 'undeclared-units',
  kinds: without('trend'),
  looksFor: 'an undeclared column with repeated values, each of which may be a unit or a cluster of assignment',
  statistic:
    'p of the claim clustered by that column, if scores within its values are correlated; always of a mean with fewer than 30 values, and within the values of skill with fewer than 10',
  threshold:
    'the level of this attempt; scores are correlated from z = 1.64 on (1.2 for fewer than 50 values); of a comparison a text of two to four values is asked about from p = 0.05 over all such columns on (Welch)',
  source:
    'Moulton (1990); Ibragimov & Müller (2010); Abadie, Athey, Imbens & Wooldridge (2023); an undeclared fact is assumed at its worst',
  examine(inquiry) {
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    if (inquiry.claim.declared.independent_rows === true)
      return skip('independent_rows is declared: no other column groups the rows');
    if (unitIsRow(inquiry)) return skip('each row is declared to be its own unit');
    if (found.p > inquiry.level) return skip('the primary test already fails');
    const few = fewValues(inquiry).find(({ p }) => !(p <= inquiry.level));
    if (few !== undefined)
      return inconclusive(questionOfFew(few, inquiry), { statistic: few.p, threshold: inquiry.level, n: few.values });
    const repeating = repeatingColumns(inquiry);
    for (const column of repeating.slice(0, TRIED)) {
      const p = evidenceIf(inquiry, { declared: asUnit(column, inquiry) });
      if (p > inquiry.level)
        return inconclusive(question(column, p, inquiry), { statistic: p, threshold: inquiry.level, n: column.values });
    }
    return repeating.length === 0
      ? sound('no undeclared column has correlated rows within its values', { threshold: inquiry.level })
      : sound(`clustered by ${repeating[0]?.column ?? ''}, whose rows are correlated, the result holds`, {
          threshold: inquiry.level,
        });
  },
};

function unitIsRow({ claim, table }: Inquiry): boolean {
  return claim.declared.unit !== undefined && unitColumn(claim, table) === null;
}

function asUnit({ column }: RepeatingColumn, { claim, table }: Inquiry): Declared {
  return clusterColumn(claim, table) === null ? { unit: column } : { cluster: column };
}

function questionOfFew({ column, values, rowsEach, p, within }: FewValues, inquiry: Inquiry): string {
  const fact = clusterColumn(inquiry.claim, inquiry.table) === null ? 'unit' : 'cluster';
  return ask({
    seen: `${column} has ${values} values with ${say(rowsEach)} rows each, too few to show whether rows with the same ${column} belong together; ${within ? `within each ${column}` : `with each ${column} counted as one`} p = ${say(p)}`,
    settle: [
      `${declaration(fact, column)} if rows with the same ${column} belong together`,
      `${declaration('independent_rows', true)} if they do not`,
      ...(within ? [] : [`${declaration('population', 'random_sample')} if the rows were drawn at random one by one`]),
    ],
  });
}

function question(found: RepeatingColumn, p: number, inquiry: Inquiry): string {
  const { column, values, rowsEach } = found;
  const fact = Object.keys(asUnit(found, inquiry))[0] ?? 'unit';
  const how = found.assigned ? ', each with one value of x' : '';
  return ask({
    seen: `${column} has ${values} values with ${say(rowsEach)} rows each${how}, and rows with the same ${column} are correlated; clustered by ${column} p = ${say(p)}`,
    settle: [
      `${declaration(fact, column)} if rows with the same ${column} belong together`,
      `${declaration('independent_rows', true)} if they do not`,
    ],
  });
}
