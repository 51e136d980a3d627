import { numbers, pick, pickCodes, rowsWhere } from '../statistics/sample/rows';
import { interval, pValue } from '../statistics/distribution/contrast';
import { moments } from '../statistics/sample/moments';
import { splitByGroup, welchAnova } from '../statistics/comparison/variance-analysis';
import { welchOf } from '../statistics/comparison/welch';
import { fitContrast } from '../study/contrast/contrast-fit';
import type { ContrastStudy, GroupsStudy } from '../study/study';
import type { Estimate, Examined } from './evidence';

const NO_DIRECTION = { sign: 0, from: 'none', words: '' } as const;

/** Several groups: Welch's analysis of variance; with clusters or adjusters each group against the rest, Bonferroni. */
export function examineGroups(study: GroupsStudy): Examined {
  const parts = splitByGroup(study.y, study.codes, study.labels.length).map(moments);
  const thin = parts.findIndex((part) => part.n < 2 || part.variance === 0);
  if (thin >= 0)
    return {
      impossible: `group "${study.labels[thin] ?? ''}" of "${study.focal}" has fewer than two different values`,
    };
  const estimate = widestDifference(study);
  const shared = { estimate, direction: NO_DIRECTION, contrast: null, condition: 1 };
  if (study.clusters === null && study.adjusters.names.length === 0) {
    const test = welchAnova(parts);
    return {
      ...shared,
      p: test.p,
      statistic: test.statistic,
      method: `Welch's analysis of variance of ${parts.length} groups`,
    };
  }
  const fits = study.labels.map((label, code) => fitContrast(oneAgainstRest(study, code, label)).contrast);
  const ps = fits.map((fit) => (fit.clusters !== null && !(fit.df >= 4) ? 1 : pValue(fit)));
  const smallest = Math.min(...ps);
  const best = fits[ps.indexOf(smallest)];
  return {
    ...shared,
    p: Math.min(1, smallest * fits.length),
    statistic: best === undefined ? NaN : best.value / best.error,
    method: `each of ${fits.length} groups against the rest, ${study.clusters === null ? 'HC3' : `cluster-robust over ${study.clusters.count} values of ${study.clusters.name}`}, Bonferroni`,
  };
}

function oneAgainstRest(study: GroupsStudy, code: number, label: string): ContrastStudy {
  return {
    ...study,
    shape: 'contrast',
    x: numbers(study.n, (i) => (study.codes[i] === code ? 1 : 0)),
    sides: { subject: label, reference: 'the rest' },
    paired: false,
    series: null,
    timeClusters: null,
  };
}

/** The two groups furthest apart, as one contrast; for gates that look at pairs. */
export function extremePair(study: GroupsStudy): ContrastStudy {
  const means = splitByGroup(study.y, study.codes, study.labels.length).map((values) => moments(values).mean);
  const high = means.indexOf(Math.max(...means));
  const low = means.indexOf(Math.min(...means));
  const kept = rowsWhere(study.n, (i) => study.codes[i] === high || study.codes[i] === low);
  const take = (values: Float64Array): Float64Array => pick(values, kept);
  const { adjusters, clusters, selection } = study;
  return {
    ...study,
    shape: 'contrast',
    n: kept.length,
    y: take(study.y),
    x: numbers(kept.length, (i) => (study.codes[kept[i] ?? -1] === high ? 1 : 0)),
    sides: { subject: study.labels[high] ?? '', reference: study.labels[low] ?? '' },
    selection: { ...selection, rows: pickCodes(selection.rows, kept) },
    clusters: clusters === null ? null : { ...clusters, codes: pickCodes(clusters.codes, kept) },
    adjusters: {
      ...adjusters,
      numeric: adjusters.numeric.map((column) => ({ ...column, values: take(column.values) })),
      cells: adjusters.cells === null ? null : { ...adjusters.cells, codes: pickCodes(adjusters.cells.codes, kept) },
    },
    paired: false,
    series: null,
    timeClusters: null,
  };
}

/** Highest minus lowest group mean; the interval covers all pairs at once (Bonferroni). */
function widestDifference(study: GroupsStudy): Estimate {
  const pair = extremePair(study);
  const [low, high] = [0, 1].map((side) => moments(pair.y.filter((_, i) => pair.x[i] === side)));
  const pairs = (study.labels.length * (study.labels.length - 1)) / 2;
  const difference = low === undefined || high === undefined ? { value: NaN, error: NaN, df: NaN } : welchOf(low, high);
  const bounds = interval(difference, 1 - 0.05 / pairs);
  return {
    value: difference.value,
    label: `${study.outcome}: ${study.focal} ${pair.sides?.subject ?? ''} − ${pair.sides?.reference ?? ''} (highest − lowest)`,
    unit: null,
    interval: { ...bounds, level: 0.95 },
    n: study.n,
  };
}
