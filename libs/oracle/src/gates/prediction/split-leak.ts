import { ask, declaration } from '../../columns/questions';
import { sharedScores } from '../../study/contrast/shared-scores';
import { undeclaredColumns } from '../../columns/undeclared-columns';
import { examineClassification } from '../../evidence/classification-evidence';
import { heldOutSkill } from '../../evidence/held-out-skill';
import { flags } from '../../statistics/sample/rows';
import { clusterColumn, partitionBy } from '../../study/rows/clusters-of';
import type { Factor } from '../../study/variable/factor';
import type { ClassificationStudy, NamedClusters, PredictionStudy } from '../../study/study';
import type { Column } from '../../table/column';
import type { Inquiry } from '../../verdict/inquiry';
import { say, sayPercent } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, type Skipped, sound } from '../gate';

/** Fewer test rows than this share of units that were trained on cannot carry a result. */
const FEW = 0.01;
/** A column with at least so many values, each with rows on average, can name units. */
const MIN_UNITS = 20;
const MIN_ROWS_EACH = 2;
/** The target goes with the unit clearly (z): then a model can know a unit, and not what it claims to know. */
const GOES_TOGETHER = 3.29;

/** What is learned of a unit is not asked of the same unit. */
export const splitLeak: Gate = {
  name: 'split-leak',
  kinds: ['prediction', 'classification'],
  looksFor: 'units with rows on both sides of the split: the model may recognise the unit',
  statistic: 'share of test rows whose unit has training rows; p of the skill on the others',
  threshold: '1%; then the skill on units not seen must pass the level of this attempt',
  source: 'Saeb, Lonini, Jayaraman, Mohr & Kording, The need to approximate the use-case (GigaScience 2017)',
  examine(inquiry) {
    const { study, claim, table, level } = inquiry;
    if (study?.shape !== 'classification' && study?.shape !== 'prediction') return skip('there are no predictions');
    const { test } = study;
    if (test === null || (study.shape === 'classification' && !study.hasSplit))
      return skip('no split says which rows are test rows');
    const found = inquiry.evidence();
    if (found === null || found.p > level) return skip('the primary test already fails');
    const name = clusterColumn(claim, table);
    const column = name === null ? undefined : table.column(name);
    if (column !== undefined) return declared(column, study, test, inquiry);
    return claim.declared.independent_rows === true || claim.declared.unit !== undefined
      ? skip('the rows are declared to be independent')
      : undeclared(study, test, inquiry);
  },
};

type SplitStudy = ClassificationStudy | PredictionStudy;

/** Test rows whose unit has training rows, and the other test rows. */
function seenUnits(
  { codes, count }: Factor,
  test: Uint8Array,
): { readonly share: number; readonly unseen: Uint8Array } {
  const trained = new Uint8Array(count);
  codes.forEach((code, i) => {
    if (test[i] === 0) trained[code] = 1;
  });
  const unseen = flags(codes.length, (i) => test[i] === 1 && trained[codes[i] ?? 0] === 0);
  const total = test.reduce((sum, flag) => sum + flag, 0);
  const left = unseen.reduce((sum, flag) => sum + flag, 0);
  return { share: (total - left) / Math.max(1, total), unseen };
}

function declared(column: Column, study: SplitStudy, test: Uint8Array, inquiry: Inquiry): Finding {
  const { share, unseen } = seenUnits(partitionBy(column, study.selection.rows), test);
  const words = `${sayPercent(share)} of the test rows are of a ${column.name} that has training rows`;
  if (share <= FEW) return sound(words, { statistic: share, threshold: FEW, n: study.n });
  const p = skillP(study, unseen, inquiry);
  const numbers = { statistic: p, threshold: inquiry.level, n: study.n };
  if (p <= inquiry.level) return sound(`${words}; on the others the skill stands (p = ${say(p)})`, numbers);
  return inconclusive(
    `${words}, and may be known from them; on the others p = ${say(p)}: split by ${column.name}, or claim skill on known ones with unit: row`,
    numbers,
  );
}

/** Nobody says what a unit is: a column whose values are on both sides and tell the target may be one. */
function undeclared(study: SplitStudy, test: Uint8Array, inquiry: Inquiry): Finding | Skipped {
  const target = study.shape === 'classification' ? new Float64Array(study.truth) : study.y;
  for (const column of undeclaredColumns(inquiry.table, inquiry.claim)) {
    const units = couldBeUnit(column, study);
    if (units === null) continue;
    const { share, unseen } = seenUnits(units, test);
    if (share <= FEW || !(withinUnits(target, units) > GOES_TOGETHER)) continue;
    // Counted by unit: a few units that chance left on one side are few, however many rows they have.
    const clusters: NamedClusters = { ...units, name: column.name, origin: 'declared' };
    const p = skillP({ ...study, clusters }, unseen, inquiry);
    if (p <= inquiry.level) continue;
    return inconclusive(
      ask({
        seen: `${sayPercent(share)} of the test rows are of a ${column.name} that has training rows, and the target goes with ${column.name}; on the others p = ${say(p)}`,
        settle: [
          `${declaration('unit', column.name)} if the model is to work for a ${column.name} it has not seen`,
          `${declaration('independent_rows', true)} if it is not`,
        ],
      }),
      { statistic: p, threshold: inquiry.level },
    );
  }
  return skip('no column holds units with rows on both sides of the split');
}

function couldBeUnit(column: Column, study: SplitStudy): Factor | null {
  if (column.type === 'boolean' || column.type === 'time') return null;
  if (column.type === 'number' && !column.values.every((value) => Number.isNaN(value) || Number.isInteger(value)))
    return null;
  const units = partitionBy(column, study.selection.rows);
  return units.count >= MIN_UNITS && units.count * MIN_ROWS_EACH <= study.n ? units : null;
}

/** z of pairs of rows of one unit having like targets, against rows that have nothing in common. */
function withinUnits(target: Float64Array, units: Factor): number {
  const mean = target.reduce((total, value) => total + value, 0) / target.length;
  return sharedScores(
    target.map((value) => value - mean),
    units,
    null,
  );
}

function skillP(study: SplitStudy, unseen: Uint8Array, { claim, input }: Inquiry): number {
  if (study.shape === 'prediction') return unseenSkill(study, unseen, input.seed);
  const found = examineClassification(study, claim, unseen);
  return 'impossible' in found ? 1 : found.p;
}

/** Skill on test rows of units that were not trained on. */
function unseenSkill(study: PredictionStudy, unseen: Uint8Array, seed: string): number {
  const rows = unseen.reduce((total, flag) => total + flag, 0);
  return rows < MIN_UNITS ? 1 : heldOutSkill(study, seed, unseen).p;
}
