import { rowNumbers } from '../statistics/rows';
import { clusterColumn, partitionBy, unitColumn } from '../study/clusters-of';
import type { Inquiry } from '../verdict/inquiry';
import { sayPercent } from '../words/number-words';
import { type Gate, inconclusive, skip, sound } from './gate';

/** Fewer listed than this share of those that started, and who is missing may decide the answer. */
const LISTED = 0.95;
/** Words by which a population says that something selected it. */
const SELECTED =
  /\b(open|active|survivors?|surviving|current(ly)?|still|today|remaining|retained|selected|admitted|approved|accepted|completers?|completed|responders?|respondents|hospitali[sz]ed|survived|converted|successful|winners|published|listed)\b/i;
const WHOLE = /\b(all|every|everyone|whole|entire|ever|full|census|random sample)\b/i;

/** Those that dropped out are in the table too. */
export const survivorship: Gate = {
  name: 'survivorship',
  kinds: [
    'level',
    'association',
    'effect',
    'comparison',
    'experiment',
    'change',
    'trend',
    'proportion',
    'prediction',
    'survival',
  ],
  looksFor: 'a table of survivors: units that started are missing, or the population was selected',
  statistic: 'listed units over units_started',
  threshold: '0.95 of them',
  source: 'Brown, Goetzmann, Ibbotson & Ross, Survivorship bias in performance studies (1992); Berkson (1946)',
  examine(inquiry) {
    const { units_started: started, population } = inquiry.claim.declared;
    const selected = population !== undefined && SELECTED.test(population) && !WHOLE.test(population);
    if (started !== undefined) {
      const listed = listedUnits(inquiry);
      const share = listed / started;
      const numbers = { statistic: share, threshold: LISTED, n: listed };
      const words = `${listed} of the ${started} units that started are listed (${sayPercent(share)})`;
      const who = population === undefined ? '' : `, population "${population}"`;
      if (share < LISTED)
        return inconclusive(
          `${words}${who}: those missing may be missing because of their value; list all that started`,
          numbers,
        );
      return sound(words, numbers);
    }
    if (selected)
      return inconclusive(
        `the population "${population}" was selected, perhaps by what is claimed: declare units_started, or list all units`,
      );
    return skip(
      population === undefined
        ? 'neither units_started nor population is declared'
        : 'the population is not a selected one',
    );
  },
};

function listedUnits({ claim, table }: Inquiry): number {
  const name = unitColumn(claim, table) ?? clusterColumn(claim, table);
  const column = name === null ? undefined : table.column(name);
  if (column === undefined) return table.rowCount;
  return partitionBy(column, rowNumbers(table.rowCount)).count;
}
