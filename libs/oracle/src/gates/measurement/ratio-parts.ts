import { type Claim, roleColumn } from '../../claim/claim';
import { isMargin } from '../../evidence/margin-test';
import { pValue } from '../../statistics/distribution/contrast';
import { pick } from '../../statistics/sample/rows';
import { fitContrast } from '../../study/contrast/contrast-fit';
import { buildStudy } from '../../study/build-study';
import { type ContrastStudy, isPostTreatment } from '../../study/study';
import { variableOf } from '../../study/variable/variable';
import type { Table } from '../../table/table';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { ask, declaration } from '../../columns/questions';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** A denominator that moves this clearly may be all that moves. */
const CLEAR = 0.001;

/** A ratio moves because of what is above the line. */
export const ratioParts: Gate = {
  name: 'ratio-parts',
  kinds: ['comparison', 'experiment', 'change', 'equivalence', 'noninferiority'],
  looksFor: 'a ratio that changes only because its denominator changes: fewer orders make a higher value per order',
  statistic: 'p of the same contrast of the denominator, and of the numerator',
  threshold: 'denominator p = 0.001; numerator at the level of this attempt, in the direction of the ratio',
  source: 'Deng & Shi, Data-driven metric development for online controlled experiments (KDD 2016)',
  examine(inquiry) {
    const { claim } = inquiry;
    const study = inquiry.contrastStudy();
    const found = inquiry.evidence();
    const [above, below] = [roleColumn(claim, 'numerator'), roleColumn(claim, 'denominator')];
    if (above === undefined || below === undefined) return skip('the claim is not about a ratio of sums');
    if (study === null || found === null || (study.series !== null && claim.kind !== 'change'))
      return skip('there is no contrast between rows');
    const part = (name: string): number => partP(name, 0, study, inquiry);
    const moved = part(below);
    const numbers = { statistic: moved, threshold: CLEAR, n: study.n };
    const words = `${below} by row differs between the sides (p = ${say(moved)})`;
    if (!(moved < CLEAR))
      return sound(`${below} by row does not differ between the sides (p = ${say(moved)})`, numbers);
    if (isMeant(claim, below)) return sound(`${words}, as declared`, numbers);
    const p = isMargin(claim) ? 1 : partP(above, (found.contrast?.value ?? 0) < 0 ? -1 : 1, study, inquiry);
    return p <= inquiry.level
      ? sound(`${words}, and ${above} moves in the direction of the ratio (p = ${say(p)})`, numbers)
      : inconclusive(
          ask({
            seen: `${words}, and ${above} is not shown to move in the direction of the ratio: the ratio may change only through its denominator`,
            settle: [`${declaration('post_treatment', [below])} if the ratio is meant all the same`],
          }),
          numbers,
        );
  },
};

function isMeant(claim: Claim, below: string): boolean {
  return isPostTreatment(claim, below);
}

/** p of the study's contrast of another column. */
function partP(name: string, sign: -1 | 0 | 1, study: ContrastStudy, { claim, table }: Inquiry): number {
  if (claim.kind === 'change') return changeP(name, sign, claim, table);
  const column = table.column(name);
  const values = column === undefined ? undefined : variableOf(column)?.values;
  if (values === undefined || study.x.length !== study.selection.rows.length) return 1;
  const of = { ...study, y: pick(values, study.selection.rows), ratioBy: null, binary: false };
  return pValue(fitContrast(of).contrast, sign);
}

/** p of the change of one part alone: its mean by row, per unit or per point in time as the ratio is taken. */
function changeP(name: string, sign: -1 | 0 | 1, claim: Claim, table: Table): number {
  const { numerator: _above, denominator: _below, ...roles } = claim.roles;
  const built = buildStudy(table, { ...claim, roles: { ...roles, value: name } });
  return built.ok && built.study.shape === 'contrast' ? pValue(fitContrast(built.study).contrast, sign) : 1;
}
