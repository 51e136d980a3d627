import { type Claim, roleColumn, thresholdOf } from '../claim/claim';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { clusterColumn, clustersOf, partitionBy } from './rows/clusters-of';
import { countedRows } from './contrast-study';
import { selectRows } from './rows/selection';
import { linearised, measureOf, weightedValues } from './variable/measure-of';
import { ascending, numbers, pick, pickCodes } from '../statistics/sample/rows';
import { type BuiltStudy, type MeanStudy, refused } from './study';
import { variableOf } from './variable/variable';

/** One mean, or one share, against a threshold. */
export function buildMeanStudy(table: Table, claim: Claim, role: string, share: boolean): BuiltStudy {
  const name = roleColumn(claim, role) ?? '';
  const measure = measureOf(table, claim, name);
  if (!measure.ok) return measure;
  if (share && !isYesNo(table, name))
    return refused(`"${name}" has values other than yes and no; a proportion needs a two-valued column`);
  const time = roleColumn(claim, 'time');
  const cluster = clusterColumn(claim, table);
  const selection = countedRows(table, claim, [
    ...measure.columns,
    ...(time === undefined ? [] : [time]),
    ...(cluster === null ? [] : [cluster]),
  ]);
  if (selection === null) return refused('the counts must be whole numbers, not negative, five million in all at most');
  const threshold = thresholdOf(claim) ?? 0;
  const study: MeanStudy = {
    shape: 'mean',
    n: selection.rows.length,
    selection,
    outcome: measure.name,
    binary: measure.binary,
    ratioBy: measure.ratio?.by ?? null,
    threshold,
    share,
    y: (measure.ratio === null
      ? pick(measure.values, selection.rows)
      : linearised(measure.ratio, selection.rows, () => 0, 1)
    ).map((value) => value - threshold),
    clusters: clustersOf(claim, table, selection.rows),
    series: null,
    timeClusters: null,
  };
  return { ok: true, study: arrangeTime(table, time, study) };
}

function isYesNo(table: Table, name: string): boolean {
  const column = table.column(name);
  return column !== undefined && (variableOf(column)?.binary ?? false);
}

/** Change without a comparison group: the mean of after − before. */
export function buildPairedStudy(table: Table, claim: Claim, before: string, after: string): BuiltStudy {
  const columns = [before, after].map((name) => table.column(name));
  const [first, second] = columns.map((column) => (column === undefined ? null : variableOf(column)));
  if (first === null || first === undefined || second === null || second === undefined)
    return refused(`"${before}" and "${after}" must have numbers`);
  const cluster = clusterColumn(claim, table);
  const change = numbers(table.rowCount, (row) => (second.values[row] ?? NaN) - (first.values[row] ?? NaN));
  const weighted = weightedValues(table, claim, change);
  if (weighted !== null && 'reason' in weighted) return weighted;
  const needed = [before, after, ...(weighted === null ? [] : [weighted.name]), ...(cluster === null ? [] : [cluster])];
  const selection = selectRows(table, needed);
  const { rows } = selection;
  return {
    ok: true,
    study: {
      shape: 'mean',
      n: rows.length,
      selection,
      outcome: `${after} − ${before}`,
      binary: false,
      ratioBy: weighted === null ? null : 'weight',
      threshold: 0,
      share: false,
      y: weighted === null ? pick(change, rows) : linearised(weighted.ratio, rows, () => 0, 1),
      clusters: clustersOf(claim, table, rows),
      series: null,
      timeClusters: null,
    },
  };
}

/** With one row per time the rows are put in order; several rows per time are clusters of it. */
function arrangeTime(table: Table, name: string | undefined, study: MeanStudy): MeanStudy {
  const column = name === undefined ? undefined : table.column(name);
  const values = column === undefined ? null : timeValuesOf(column);
  if (column === undefined || values === null || (study.clusters !== null && study.clusters.origin !== 'copies'))
    return study;
  const { rows } = study.selection;
  const byTime = partitionBy(column, rows, 'time');
  const times = pick(values, rows);
  if (byTime.count < study.n) return { ...study, clusters: byTime, timeClusters: times };
  const order = ascending(times);
  return {
    ...study,
    series: column.name,
    y: pick(study.y, order),
    selection: { ...study.selection, rows: pickCodes(rows, order) },
  };
}
