import { type Gate, inconclusive, skip } from '../gate';

/** The declared contract holds on these rows. */
export const contract: Gate = {
  name: 'contract',
  kinds: 'all',
  looksFor: 'violated clauses of the declared data contract',
  statistic: 'number of violated clauses',
  threshold: 'none violated, all evaluated',
  source: 'the DataContract object',
  examine({ input: { contract: report }, claim, table }) {
    if (report === null) {
      return claim.kind === 'table'
        ? inconclusive('no contract is declared, so there is nothing to check the table against')
        : skip('no contract is declared');
    }
    const broken = report.clauses.filter((clause) => clause.verdict === 'unsound').length;
    return { verdict: report.verdict, detail: report.reason, statistic: broken, threshold: 0, n: table.rowCount };
  },
};
