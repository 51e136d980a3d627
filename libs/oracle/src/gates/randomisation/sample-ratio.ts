import { isConstantWithin } from '../../columns/repeating-columns';
import { ask, declaration } from '../../columns/questions';
import { roleColumn } from '../../claim/claim';
import { assignedBy, assignedColumn, clusterColumn, partitionBy } from '../../study/rows/clusters-of';
import { countCodes, levelsOf } from '../../table/levels';
import { chiSquareShares } from '../../statistics/comparison/variance-analysis';
import type { Inquiry } from '../../verdict/inquiry';
import { say } from '../../words/number-words';
import { type Finding, type Gate, inconclusive, skip, sound, unsound } from '../gate';

/** Ratio mismatches are looked for in every experiment, so false alarms must be rare (Fabijan et al., KDD 2019). */
const LEVEL = 0.001;
/** Between the two the split is too odd to certify and not odd enough to condemn. */
const SUSPICIOUS = 0.01;
/** "Matches the other order" needs a fit that is not itself suspicious. */
const FITS = 0.01;

/** Fewer assigned values than this are too few to hold against a split. */
const MIN_ASSIGNED = 10;

/** Variants got the shares they were meant to get. */
export const sampleRatio: Gate = {
  name: 'sample-ratio',
  kinds: ['experiment'],
  looksFor: 'units lost or added in one variant, which may cause any later difference',
  statistic: 'p of χ² of units per variant against the intended split',
  threshold: 'p = 0.001; inconclusive below 0.01',
  source: 'Fabijan et al., Diagnosing sample ratio mismatch (KDD 2019)',
  examine(inquiry) {
    const { intended_split: split } = inquiry.claim.declared;
    const counted = unitsPerVariant(inquiry);
    if (counted === null) return skip('the variants cannot be counted');
    if (split === undefined) return undeclared(counted);
    const { labels, counts, of } = counted;
    const weights = Array.isArray(split)
      ? split.map(Number)
      : labels.map((label) => Object.entries(split).find(([name]) => name === label)?.[1] ?? NaN);
    if (weights.length !== labels.length || weights.some(Number.isNaN)) {
      return inconclusive(
        `intended_split names ${Array.isArray(split) ? `${split.length} shares` : Object.keys(split).join(', ')}, the data have the variants ${labels.join(', ')}`,
      );
    }
    const found = judge(labels, counts, weights, of, Array.isArray(split));
    if (found.verdict === 'sound') return found;
    return (
      byAssigned(counted, weights, Array.isArray(split), inquiry) ?? (inRuns(inquiry) ? askForBlocks(found) : found)
    );
  },
};

/** Sides that hold for a while in the order of time were not drawn row by row, and rows are not what to count. */
function inRuns({ study }: Inquiry): boolean {
  return study?.shape === 'contrast' && (study.series !== null || study.timeClusters !== null);
}

function askForBlocks({ detail, verdict: _, ...numbers }: Finding): Finding {
  return inconclusive(
    `${detail}; but rows next to each other in time have the same variant: give the column of the blocks that were assigned the role assigned_by`,
    numbers,
  );
}

/** No split is declared: equal shares speak for themselves, any others could be the plan or a loss. */
function undeclared({ labels, counts, of }: Counted): Finding {
  const { p } = chiSquareShares(
    counts,
    counts.map(() => 1 / counts.length),
  );
  const numbers = { statistic: p, threshold: LEVEL, n: counts.reduce((a, b) => a + b, 0) };
  const seen = `${labels.map((label, i) => `${label} ${counts[i] ?? 0}`).join(', ')} ${of}`;
  if (p >= LEVEL) return sound(`${seen}: equal shares (p = ${say(p)})`, numbers);
  return inconclusive(
    ask({
      seen: `${seen} are not equal shares (p = ${say(p)}): either that was intended, or rows were lost`,
      settle: [
        `${declaration('intended_split', Object.fromEntries(labels.map((label) => [label, 1])))} with the intended shares`,
      ],
    }),
    numbers,
  );
}

/** Rows can be uneven where whole users, hours or sites were assigned: then those are what to count. */
function byAssigned(
  { labels }: Counted,
  weights: readonly number[],
  ordered: boolean,
  inquiry: Inquiry,
): Finding | null {
  const { table, claim } = inquiry;
  if (claim.declared.unit !== undefined || assignedBy(claim) !== null) return null;
  const total = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => weight / total);
  for (const { name, counts } of assignedColumns(inquiry, labels.length)) {
    // Known to be what was assigned: its values are held against the split, whatever the rows do.
    if (clusterColumn(claim, table) === name || roleColumn(claim, 'time') === name)
      return judge(labels, counts, weights, `values of ${name}`, ordered);
    const { p } = chiSquareShares(counts, shares);
    if (p < LEVEL) continue;
    const numbers = { statistic: p, threshold: LEVEL, n: counts.reduce((a, b) => a + b, 0) };
    const words = `the variant is the same within each value of ${name}: ${labels.map((label, i) => `${label} ${counts[i] ?? 0}`).join(', ')} values of ${name} fit the intended split (p = ${say(p)}), rows do not`;
    return inconclusive(
      ask({
        seen: words,
        settle: [
          `${declaration('unit', name)} if ${name} was assigned`,
          `${declaration('unit', 'row')} if each row was`,
        ],
      }),
      numbers,
    );
  }
  return null;
}

/** Columns whose values repeat and within which the variant never varies, with how many values each variant has. */
function assignedColumns({ table, claim }: Inquiry, variants: number): { name: string; counts: number[] }[] {
  const column = table.column(roleColumn(claim, 'variant') ?? '');
  const levels = column === undefined ? null : levelsOf(column, 20);
  if (levels === null) return [];
  const variant = new Float64Array(levels.codes);
  return table.columns
    .filter(({ name }) => name !== column?.name)
    .flatMap((candidate) => {
      const values = partitionBy(candidate, table.rows);
      if (values.count < MIN_ASSIGNED || values.count * 2 > table.rowCount || !isConstantWithin(values, variant))
        return [];
      const side = new Int32Array(values.count);
      values.codes.forEach((code, row) => (side[code] = levels.codes[row] ?? 0));
      return [{ name: candidate.name, counts: countCodes(side, variants) }];
    });
}

function judge(
  labels: readonly string[],
  counts: readonly number[],
  weights: readonly number[],
  of: string,
  ordered: boolean,
): Finding {
  const total = weights.reduce((a, b) => a + b, 0);
  const shares = weights.map((weight) => weight / total);
  const { p } = chiSquareShares(counts, shares);
  const n = counts.reduce((a, b) => a + b, 0);
  const numbers = { statistic: p, threshold: LEVEL, n };
  const words = `${labels.map((label, i) => `${label} ${counts[i] ?? 0}`).join(', ')} ${of} against an intended split of ${shares.map(say).join(' : ')} (p = ${say(p)})`;
  if (!(p < SUSPICIOUS)) return sound(words, numbers);
  if (p >= LEVEL)
    return inconclusive(
      `${words}: a split this uneven happens by chance once in ${Math.round(1 / p)} experiments; find out whether rows were lost`,
      numbers,
    );
  if (ordered && chiSquareShares(counts, [...shares].reverse()).p > FITS) {
    return inconclusive(
      `${words}; the shares fit in the other order: declare intended_split as {"${labels[0] ?? ''}": …, "${labels[1] ?? ''}": …}`,
      numbers,
    );
  }
  return unsound(
    `sample ratio mismatch: ${words}; rows were removed or added in one variant, which may have caused the difference`,
    numbers,
  );
}

interface Counted {
  readonly labels: readonly string[];
  readonly counts: readonly number[];
  readonly of: string;
}

/** Units per variant over all rows, those without a metric too; a unit in two variants counts in both. */
function unitsPerVariant({ claim, table }: Inquiry): Counted | null {
  const column = table.column(roleColumn(claim, 'variant') ?? '');
  const levels = column === undefined ? null : levelsOf(column, 20);
  if (levels === null || levels.labels.length < 2) return null;
  const unit = assignedColumn(claim, table);
  const unitValues = unit === null ? undefined : table.column(unit);
  if (unitValues === undefined) return { labels: levels.labels, counts: [...levels.counts], of: 'rows' };
  const units = partitionBy(unitValues, table.rows);
  const counts = levels.labels.map((_, code) => {
    const seen = new Uint8Array(units.count);
    levels.codes.forEach((own, row) => {
      if (own === code) seen[units.codes[row] ?? 0] = 1;
    });
    return seen.reduce((total, flag) => total + flag, 0);
  });
  return { labels: levels.labels, counts, of: `values of ${unit ?? ''}` };
}
