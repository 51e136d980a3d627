import { STATISTICAL_KINDS } from '../../claim/claim';
import { termOf } from '../../claim/vocabulary';
import { signOfFilter } from '../../columns/sign-of-filter';
import { ask, declaration } from '../../columns/questions';
import { clusterColumn, partitionBy, unitColumn } from '../../study/rows/clusters-of';
import type { Inquiry } from '../../verdict/inquiry';
import { sayPercent } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from '../gate';

/** Fewer listed than this share of those that started, and who is missing may decide the answer. */
const LISTED = 0.95;
/** Those that dropped out are in the table too. */
export const survivorship: Gate = {
  name: 'survivorship',
  kinds: STATISTICAL_KINDS,
  looksFor: 'a table of survivors: units that started are missing, or the population was selected',
  statistic: 'listed units over units_started',
  threshold: '0.95 of them',
  source: 'Brown, Goetzmann, Ibbotson & Ross, Survivorship bias in performance studies (1992); Berkson (1946)',
  examine(inquiry) {
    const { units_started: started, population } = inquiry.claim.declared;
    const selected = termOf('population', population) === 'selected';
    if (started !== undefined) {
      const listed = listedUnits(inquiry);
      const share = listed / started;
      const numbers = { statistic: share, threshold: LISTED, n: listed };
      const words = `${listed} of the ${started} units that started are listed (${sayPercent(share)})`;
      const who = population === undefined ? '' : `, population "${population}"`;
      if (share < LISTED)
        return inconclusive(
          `${words}${who}: the others may be missing because of their value; include all that started`,
          numbers,
        );
      return sound(words, numbers);
    }
    if (selected)
      return inconclusive(
        `the population "${population}" was selected, perhaps by the claimed value: declare units_started, or include all units`,
      );
    return population === undefined ? undeclared(inquiry) : skip('the population is not a selected one');
  },
};

/** Nobody says who is in the table: a column with one value only, or identifiers with gaps, look like a filter. */
function undeclared(inquiry: Inquiry): Finding | Skipped {
  const seen = signOfFilter(inquiry);
  if (seen === null) return skip('neither units_started nor population is declared, and nothing looks filtered');
  const found = inquiry.evidence();
  if (found === null || found.p > inquiry.level) return skip('the primary test already fails');
  return inconclusive(
    ask({
      seen,
      settle: [
        `${declaration('population', 'all')} if nothing was left out because of its value`,
        'units_started with the original number of units',
        declaration('population', 'selected'),
      ],
    }),
  );
}

function listedUnits({ claim, table }: Inquiry): number {
  const name = unitColumn(claim, table) ?? clusterColumn(claim, table);
  const column = name === null ? undefined : table.column(name);
  if (column === undefined) return table.rowCount;
  return partitionBy(column, table.rows).count;
}
