import { numbers, pick } from '../../statistics/sample/rows';
import { type Claim, roleColumn } from '../../claim/claim';
import { parseTime } from '../../table/time-values';
import { pValue } from '../../statistics/distribution/contrast';
import { contrastOf } from '../../study/contrast/contrast-fit';
import { levelsOf } from '../../table/levels';
import { timeValuesOf } from '../../table/time-values';
import { partitionBy, unitColumn } from '../../study/rows/clusters-of';
import { selectRows } from '../../study/rows/selection';
import { subjectLevel, variableOf } from '../../study/variable/variable';
import type { Table } from '../../table/table';
import { say } from '../../words/number-words';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** Points before the start needed to see whether the groups moved alike. */
const MIN_BEFORE = 3;

/** Treated and untreated moved alike before the start. */
export const preTrends: Gate = {
  name: 'pre-trends',
  kinds: ['change'],
  looksFor: 'groups whose trends already differed before the start',
  statistic: 'p of a difference of slopes before the start',
  threshold: 'p = 0.01',
  source: 'Angrist & Pischke (2009), ch. 5; Roth (2022)',
  examine({ claim, table }) {
    if (roleColumn(claim, 'value') === undefined) return skip('the change is between two columns, not over time');
    const group = roleColumn(claim, 'group');
    if (group === undefined)
      return inconclusive(
        'there is no comparison group, so anything else that changed at the start looks the same; add an untreated group',
      );
    const found = slopeDifference(table, claim, group);
    if (found === null)
      return inconclusive(`fewer than ${MIN_BEFORE} points before the start: parallel trends cannot be checked`);
    const words = `slopes of the groups before the start differ by ${say(found.value)} (p = ${say(found.p)})`;
    const numbers = { statistic: found.p, threshold: 0.01, n: found.n };
    return found.p < 0.01
      ? inconclusive(`${words}: the groups were already diverging`, numbers)
      : sound(words, numbers);
  },
};

function slopeDifference(table: Table, claim: Claim, group: string): { value: number; p: number; n: number } | null {
  const [valueColumn, timeColumn, groupColumn] = [
    roleColumn(claim, 'value') ?? '',
    roleColumn(claim, 'time') ?? '',
    group,
  ].map((name) => table.column(name));
  const { treatment_start: declared } = claim.declared;
  const start = typeof declared === 'number' ? declared : parseTime(declared ?? '');
  const times = timeColumn === undefined ? null : timeValuesOf(timeColumn);
  const variable = valueColumn === undefined ? null : variableOf(valueColumn);
  const levels = groupColumn === undefined ? null : levelsOf(groupColumn, 2);
  if (times === null || variable === null || levels === null || timeColumn === undefined || Number.isNaN(start))
    return null;
  const rows = selectRows(table, [valueColumn?.name ?? '', timeColumn.name, group]).rows.filter(
    (row) => (times[row] ?? NaN) < start,
  );
  if (new Set(rows.map((row) => times[row] ?? NaN)).size < MIN_BEFORE) return null;
  const subject = subjectLevel(levels);
  const treated = numbers(rows.length, (i) => (levels.codes[rows[i] ?? -1] === subject ? 1 : 0));
  const when = pick(times, rows).map((time) => time - start);
  const unit = unitColumn(claim, table);
  const unitValues = unit === null ? undefined : table.column(unit);
  const { contrast } = contrastOf({
    y: pick(variable.values, rows),
    x: when.map((time, i) => time * (treated[i] ?? NaN)),
    numeric: [treated, when],
    cells: null,
    clusters: unitValues === undefined ? null : partitionBy(unitValues, rows),
  });
  return { value: contrast.value, p: Number.isFinite(contrast.error) ? pValue(contrast) : 1, n: rows.length };
}
