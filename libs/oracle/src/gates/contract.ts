import { type Gate, inconclusive, skip } from './gate';

/** The declared contract holds on these rows. */
export const contract: Gate = {
  name: 'contract',
  kinds: 'all',
  looksFor: 'broken clauses of the declared data contract',
  statistic: 'number of broken clauses',
  threshold: 'none broken, none impossible to evaluate',
  source: 'the DataContract object',
  examine({ input: { contract: report }, claim, table }) {
    if (report === null) {
      return claim.kind === 'table'
        ? inconclusive('no contract is declared: there is nothing this table is claimed to satisfy')
        : skip('no contract is declared');
    }
    const broken = report.clauses.filter((clause) => clause.verdict === 'unsound').length;
    return { verdict: report.verdict, detail: report.reason, statistic: broken, threshold: 0, n: table.rowCount };
  },
};
