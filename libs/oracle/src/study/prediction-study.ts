import { type Claim, roleColumn, roleColumns } from '../claim/claim';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { timeValuesOf } from '../table/time-values';
import { clusterColumn, clustersOf } from './rows/clusters-of';
import { selectRows } from './rows/selection';
import { ascending, flags, numbers, pick, pickCodes } from '../statistics/sample/rows';
import { avalanche } from '../statistics/sample/hash-random';
import { hashRow } from './rows/row-hash';
import { type BuiltStudy, type PredictionStudy, refused, type Selection } from './study';
import { compact } from './variable/factor';
import { variableOf } from './variable/variable';

/** Text features with more levels than this are identifiers to a linear model. */
const MAX_LEVELS = 30;

export function buildPredictionStudy(table: Table, claim: Claim): BuiltStudy {
  const target = roleColumn(claim, 'target') ?? '';
  const column = table.column(target);
  const variable = column === undefined ? null : variableOf(column);
  if (variable === null) return refused(`"${target}" must have numbers or two classes`);
  const names = roleColumns(claim, 'features').filter((name) => name !== target);
  const split = roleColumn(claim, 'split');
  const time = roleColumn(claim, 'time');
  const cluster = clusterColumn(claim, table);
  const selection = selectRows(table, [
    target,
    ...names,
    ...[split, time, cluster ?? undefined].filter((name) => name !== undefined),
  ]);
  const sampled = time !== undefined ? selection : sampleRows(table, selection, [target, ...names]);
  const { rows } = sampled;
  const features = names.flatMap((name) => featureColumns(table, name, rows));
  if (features.length === 0)
    return refused('none of the features can be read as numbers or as categories with few values');
  const order = timeOrder(table, time, rows);
  const study: PredictionStudy = {
    shape: 'prediction',
    n: rows.length,
    selection: sampled,
    target,
    y: pick(variable.values, rows),
    binary: variable.binary,
    features,
    clusters: clustersOf(claim, table, rows),
    test: split === undefined ? null : testRows(table, split, rows),
    series: null,
  };
  return { ok: true, study: order === null ? study : reorder(study, order, time ?? '') };
}

/** The study of some of its rows, given as places among them. */
export function predictionOf(study: PredictionStudy, places: Int32Array): PredictionStudy {
  const { test, clusters } = study;
  return {
    ...study,
    n: places.length,
    y: pick(study.y, places),
    features: study.features.map((feature) => ({ ...feature, values: pick(feature.values, places) })),
    test: test === null ? null : Uint8Array.from(places, (i) => test[i] ?? 0),
    clusters: clusters === null ? null : { ...clusters, ...compact(pickCodes(clusters.codes, places), clusters.count) },
  };
}

/** More rows than this add cost and no knowledge to "do the features tell anything?". */
const MAX_ROWS = 100_000;

/** A sample chosen by a hash of what the rows say: the same rows in any order give the same sample. */
function sampleRows(table: Table, selection: Selection, names: readonly string[]): Selection {
  const { rows } = selection;
  if (rows.length <= MAX_ROWS) return selection;
  const columns = names.map((name) => table.column(name)).filter((column) => column !== undefined);
  const bar = (MAX_ROWS / rows.length) * 2 ** 32;
  return { ...selection, rows: rows.filter((row) => avalanche(hashRow(columns, row)) < bar) };
}

function featureColumns(table: Table, name: string, rows: Int32Array): { name: string; values: Float64Array }[] {
  const column = table.column(name);
  if (column === undefined) return [];
  const variable = variableOf(column);
  if (variable !== null) return [{ name, values: pick(variable.values, rows) }];
  if (column.type === 'time') return [{ name, values: pick(column.values, rows) }];
  const levels = levelsOf(column, MAX_LEVELS);
  return (levels?.labels ?? []).slice(1).map((label, i) => ({
    name: `${name}=${label}`,
    values: numbers(rows.length, (k) => (levels?.codes[rows[k] ?? -1] === i + 1 ? 1 : 0)),
  }));
}

const TEST_NAMES = ['test', 'holdout', 'hold-out', 'valid', 'validation', 'eval', 'oos', 'out', '1', 'true'];

/** Flags of the test rows: the level called test (or holdout …), else the rarer of two levels, else null. */
export function testRows(table: Table, split: string, rows: Int32Array): Uint8Array | null {
  const column = table.column(split);
  const levels = column === undefined ? null : levelsOf(column, 10);
  if (levels === null || levels.labels.length < 2) return null;
  const named = levels.labels.findIndex((label) => TEST_NAMES.includes(label.toLowerCase()));
  const rarer = levels.labels.length === 2 ? ((levels.counts[0] ?? 0) < (levels.counts[1] ?? 0) ? 0 : 1) : -1;
  const test = named >= 0 ? named : rarer;
  return test < 0 ? null : flags(rows.length, (i) => levels.codes[rows[i] ?? -1] === test);
}

function timeOrder(table: Table, time: string | undefined, rows: Int32Array): Int32Array | null {
  const column = time === undefined ? undefined : table.column(time);
  const values = column === undefined ? null : timeValuesOf(column);
  if (values === null) return null;
  return ascending(pick(values, rows));
}

function reorder(study: PredictionStudy, order: Int32Array, series: string): PredictionStudy {
  return {
    ...study,
    series,
    y: pick(study.y, order),
    selection: { ...study.selection, rows: pickCodes(study.selection.rows, order) },
    features: study.features.map((feature) => ({ ...feature, values: pick(feature.values, order) })),
    clusters: study.clusters === null ? null : { ...study.clusters, codes: pickCodes(study.clusters.codes, order) },
    test: study.test === null ? null : flags(study.n, (i) => study.test?.[order[i] ?? -1] === 1),
  };
}
