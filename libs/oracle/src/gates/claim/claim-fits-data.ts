import { type Gate, inconclusive, sound } from '../gate';

/** The claim can be read out of the table at all. */
export const claimFitsData: Gate = {
  name: 'claim-fits-data',
  kinds: 'all',
  looksFor: 'roles that the columns cannot fill: text where numbers are needed, one group only, too many groups',
  statistic: 'complete rows',
  threshold: 'the claim can be turned into a test',
  source: 'definition of the kind',
  examine({ built, table }) {
    if (!built.ok) return inconclusive(built.reason, { n: table.rowCount });
    const { study } = built;
    const sampled = study.shape === 'prediction' && study.n !== study.selection.complete;
    return sound(
      `${study.n} of ${table.rowCount} rows are used${sampled ? ', chosen by a hash of their content' : ''}`,
      { n: study.n },
    );
  },
};
