import { type Claim, roleColumn } from '../claim/claim';
import { type Levels, levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import { clusterColumn, clustersOf } from './rows/clusters-of';
import { testRows } from './prediction-study';
import { selectRows } from './rows/selection';
import { pick, pickCodes } from '../statistics/sample/rows';
import { type BuiltStudy, refused } from './study';

const MAX_CLASSES = 50;

export function buildClassificationStudy(table: Table, claim: Claim): BuiltStudy {
  const truthName = roleColumn(claim, 'y_true') ?? '';
  const predictedName = roleColumn(claim, 'y_pred');
  const scoreName = roleColumn(claim, 'y_score');
  const split = roleColumn(claim, 'split');
  const cluster = clusterColumn(claim, table);
  const names = [truthName, predictedName, scoreName, split, cluster ?? undefined].filter((name) => name !== undefined);
  const selection = selectRows(table, names);
  const { rows } = selection;
  const truth = classes(table, truthName);
  const predicted = predictedName === undefined ? null : classes(table, predictedName);
  if (truth === null || (predictedName !== undefined && predicted === null))
    return refused(`classes need at most ${MAX_CLASSES} different values`);
  const labels = [...new Set([...truth.labels, ...(predicted?.labels ?? [])])].sort();
  if (truth.labels.length < 2) return refused(`"${truthName}" has one class only`);
  const scoreColumn = scoreName === undefined ? undefined : table.column(scoreName);
  const test = split === undefined ? null : testRows(table, split, rows);
  return {
    ok: true,
    study: {
      shape: 'classification',
      n: rows.length,
      selection,
      target: truthName,
      labels,
      truth: translate(truth, labels, rows),
      predicted: predicted === null ? null : translate(predicted, labels, rows),
      score: scoreColumn === undefined || scoreColumn.type === 'string' ? null : pick(scoreColumn.values, rows),
      test: test ?? new Uint8Array(rows.length).fill(1),
      hasSplit: test !== null,
      clusters: clustersOf(claim, table, rows),
    },
  };
}

function classes(table: Table, name: string): Levels | null {
  const column = table.column(name);
  return column === undefined ? null : levelsOf(column, MAX_CLASSES);
}

function translate({ codes, labels: own }: Levels, labels: readonly string[], rows: Int32Array): Int32Array {
  return pickCodes(codes, rows).map((code) => labels.indexOf(own[code] ?? ''));
}
