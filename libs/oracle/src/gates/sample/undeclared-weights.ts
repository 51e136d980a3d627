import { without } from '../../claim/claim';
import { claimKinds } from '../../claim/claim-kinds';
import { termOf } from '../../claim/vocabulary';
import { evidenceIf } from '../../columns/evidence-if';
import { ask, declaration } from '../../columns/questions';
import { undeclaredColumns } from '../../columns/undeclared-columns';
import { moments } from '../../statistics/sample/moments';
import type { Column, NumericColumn } from '../../table/column';
import { levelsOf } from '../../table/levels';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Weights are normed to a mean of one, within this. */
const NORMED = 0.005;
/** Or they are few numbers, one for each stratum, with so many rows each, and they differ. */
const MAX_STRATA = 50;
const ROWS_PER_STRATUM = 10;
const MIN_SPREAD = 0.1;
/** Columns tried as the weight. */
const TRIED = 3;

/** Rows that were sampled unequally are not averaged as equals. */
export const undeclaredWeights: Gate = {
  name: 'undeclared-weights',
  kinds: without('association', 'effect', 'prediction', 'classification', 'survival'),
  looksFor:
    'an undeclared column that looks like sampling weights: the mean of the rows is not the mean of the population',
  statistic: 'p of the claim with rows weighted by that column',
  threshold: 'the level of this attempt; a column of positive fractions with mean 1, or one value for each stratum',
  source: 'Horvitz & Thompson (1952); a fact not declared is taken at its worst',
  examine(inquiry) {
    const { claim, level } = inquiry;
    const found = inquiry.evidence();
    if (found === null) return skip('there is no estimate');
    if (claim.roles.weight !== undefined || claim.roles.count !== undefined || claim.roles.numerator !== undefined)
      return skip('the claim declares what a row stands for');
    if (termOf('population', claim.declared.population) !== undefined) return skip('the population is declared');
    if (found.p > level) return skip('the primary test already fails');
    const columns = undeclaredColumns(inquiry.table, claim).filter(couldWeigh).slice(0, TRIED);
    for (const { name } of columns) {
      const p = evidenceIf(inquiry, { roles: { weight: name } });
      if (p <= level) continue;
      return inconclusive(
        ask({
          seen: `${name} holds positive fractions as weights are; weighted by ${name} p = ${say(p)}`,
          settle: [
            ...(claimKinds[claim.kind].roles.weight === undefined
              ? []
              : [`the role ${declaration('weight', name)} if rows were sampled unequally`]),
            `${declaration('population', 'all')} if every row counts the same`,
          ],
        }),
        { statistic: p, threshold: level },
      );
    }
    return columns.length === 0
      ? skip('no undeclared column looks like weights')
      : sound(`weighted by ${columns[0]?.name ?? ''} the result holds`, { threshold: level });
  },
};

function couldWeigh(column: Column): column is NumericColumn {
  if (column.type !== 'number' || column.values.some((value) => !(value > 0))) return false;
  if (column.values.every(Number.isInteger)) return false;
  const { mean, variance } = moments(column.values);
  if (!(Math.sqrt(variance) > MIN_SPREAD * mean)) return false;
  const strata = levelsOf(column, MAX_STRATA);
  return (
    Math.abs(mean - 1) < NORMED || (strata !== null && strata.labels.length * ROWS_PER_STRATUM <= column.values.length)
  );
}
