import { roleColumn, without } from '../../claim/claim';
import { focalRole } from '../../claim/focal-role';
import { evidenceIf } from '../../columns/evidence-if';
import { ask, declaration } from '../../columns/questions';
import { undeclaredColumns } from '../../columns/undeclared-columns';
import type { Column } from '../../table/column';
import { type Levels, levelsOf } from '../../table/levels';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from '../gate';

/** Two columns that name the same sides and agree so far beyond chance (Cohen's κ) say nearly the same thing. */
const MIN_AGREEMENT = 0.4;

/** What was assigned is compared, not what was received: who takes what they were given is no matter of chance. */
export const asAssigned: Gate = {
  name: 'as-assigned',
  kinds: without('level', 'association', 'trend', 'prediction', 'classification'),
  looksFor:
    'groups by what was received, where something else was assigned: those who complied may differ from the others',
  statistic: 'p of the claim when rows are compared as assigned (intention to treat)',
  threshold: 'the level of this attempt',
  source: 'Hollis & Campbell, What is meant by intention to treat analysis? BMJ 319 (1999); ICH E9',
  examine(inquiry) {
    const { claim, table, level } = inquiry;
    const found = inquiry.evidence();
    const focal = focalRole(claim);
    const sides = focal === null ? null : levelsOf(table.column(focal.column) ?? NO_COLUMN, 2);
    if (found === null || focal === null || sides === null) return skip('no two groups are compared');
    const [assigned, received] = ['assigned', 'received'].map((role) => table.column(roleColumn(claim, role) ?? ''));
    if (received !== undefined) return sound(`rows are compared as assigned; ${agreementWords(received, sides)}`);
    if (found.p > level) return skip('the primary test already fails');
    if (assigned !== undefined) return asReceived(assigned, sides, focal, inquiry);
    return undeclared(sides, focal, inquiry);
  },
};

const NO_COLUMN: Column = { name: '', type: 'number', values: new Float64Array(0) };

type Focal = NonNullable<ReturnType<typeof focalRole>>;

function agreementWords(column: Column, sides: Levels): string {
  const agreed = agreement(column, sides);
  return agreed === null
    ? `${column.name} says what was received`
    : `${sayPercent(agreed.share)} of the rows received what they were assigned (${column.name})`;
}

/** Share of rows in which both columns name the same side, and how far beyond chance; null when they name different things. */
function agreement(column: Column, sides: Levels): { readonly share: number; readonly beyondChance: number } | null {
  const other = levelsOf(column, 2);
  if (other === null || other.labels.join('\n') !== sides.labels.join('\n')) return null;
  const counts = [0, 0, 0, 0];
  other.codes.forEach((code, row) => {
    const side = sides.codes[row] ?? -1;
    if (code >= 0 && side >= 0) counts[2 * code + side] = (counts[2 * code + side] ?? 0) + 1;
  });
  const [a = 0, b = 0, c = 0, d = 0] = counts;
  const n = a + b + c + d;
  const share = (a + d) / n;
  const chance = ((a + b) * (a + c) + (c + d) * (b + d)) / n ** 2;
  return n === 0 || chance === 1 ? null : { share, beyondChance: (share - chance) / (1 - chance) };
}

function asReceived(assigned: Column, sides: Levels, { role, column }: Focal, inquiry: Inquiry): Finding {
  const p = evidenceIf(inquiry, { roles: { [role]: assigned.name } });
  const agreed = agreement(assigned, sides);
  const words = `${column} is what was received${agreed === null ? '' : `, the same as ${assigned.name} in ${sayPercent(agreed.share)} of the rows`}; compared as assigned p = ${say(p)}`;
  const numbers = { statistic: p, threshold: inquiry.level };
  return p <= inquiry.level
    ? sound(`${words}: the result holds`, numbers)
    : inconclusive(
        `${words}: those who received the treatment may differ from the others; claim the effect of ${assigned.name}`,
        numbers,
      );
}

/** A column that names the same sides and mostly agrees: one of the two may be what was assigned. */
function undeclared(sides: Levels, { role, column }: Focal, inquiry: Inquiry): Finding | Skipped {
  for (const other of undeclaredColumns(inquiry.table, inquiry.claim)) {
    const agreed = agreement(other, sides);
    if (agreed === null || agreed.beyondChance < MIN_AGREEMENT || agreed.share === 1) continue;
    const p = evidenceIf(inquiry, { roles: { [role]: other.name } });
    if (p <= inquiry.level) continue;
    return inconclusive(
      ask({
        seen: `${other.name} names the same groups as ${column} and agrees in ${sayPercent(agreed.share)} of the rows; compared by ${other.name} p = ${say(p)}`,
        settle: [
          `the role ${declaration('assigned', other.name)} if ${other.name} is what was assigned and ${column} what was received`,
          `the role ${declaration('received', other.name)} if it is the other way round`,
        ],
      }),
      { statistic: p, threshold: inquiry.level },
    );
  }
  return skip('no column says that the treatment received differs from the assigned one');
}
