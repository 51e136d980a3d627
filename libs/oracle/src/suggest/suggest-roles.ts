import { orderOf } from '../columns/ordering-columns';
import { variableOf } from '../study/variable/variable';
import type { Column } from '../table/column';
import { levelsOf } from '../table/levels';
import type { Table } from '../table/table';
import type { ClaimKind, RoleValue } from '../claim/claim';

/** A kind and its roles, each with the reason it was chosen. */
export interface SuggestedRoles {
  readonly kind: ClaimKind;
  readonly roles: Readonly<Record<string, RoleValue>>;
  readonly lines: readonly { readonly pointer: string; readonly reason: string }[];
}

/** A column with more values than this names no groups; with fewer, numbers are no measure. */
const MAX_GROUPS = 12;
const MEASURE = 10;

const NAMED = {
  variant: /^(variant|arm|bucket|experiment|treatment|test_group)$/i,
  group: /^(group|treat|treated|segment|half|kind|type|cohort)$/i,
  before: /(?<![a-z])(before|pre)(?![a-z])/i,
  after: /(?<![a-z])(after|post)(?![a-z])/i,
  truth: /^(y_true|truth|actual|label)$/i,
  predicted: /^(y_pred|predicted|prediction)$/i,
  time: /(date|time|day|week|month|quarter|year|hour|period)/i,
  identifier: /(^|[_ ])(id|key|uuid)$/i,
  outcome: /(value|metric|outcome|revenue|score|rate|delay|amount|converted|^y$)/i,
} as const;

/** Names only order the candidates: what a column holds decides whether it is one. */
export function suggestRoles(table: Table): SuggestedRoles {
  const columns = table.columns;
  const binary = columns.filter((column) => variableOf(column)?.binary === true && column.type !== 'string');
  const groups = byName(columns.filter(isGroup), NAMED.variant, NAMED.group).filter(
    (column) => column.type === 'string' || column.type === 'boolean' || isNamedGroup(column),
  );
  const times = columns.filter((column) => isTime(column));
  const numbers = columns.filter((column) => isMeasure(column) && !times.includes(column));
  // An identifier counts something, so nothing is claimed about it while there is anything else.
  const named = numbers.filter(({ name }) => !NAMED.identifier.test(name));
  const measures = byName(named.length > 0 ? named : numbers, NAMED.outcome);
  const outcomes = [
    ...byName(
      binary.filter((column) => !groups.includes(column)),
      NAMED.outcome,
    ),
    ...measures,
  ];
  const [truth, predicted] = [NAMED.truth, NAMED.predicted].map((name) =>
    columns.find((column) => name.test(column.name)),
  );
  if (truth !== undefined && predicted !== undefined) return classification(truth.name, predicted.name);
  const [group] = groups;
  const pair = beforeAndAfter(columns);
  if (pair !== null) return changed(pair, group !== undefined && levelsOf(group, 2) !== null ? group : undefined);
  const [outcome] = byName(outcomes, NAMED.outcome);
  const [time] = times;
  if (group !== undefined && outcome !== undefined) return compared(group, outcome, time);
  const [first, second] = measures;
  if (time !== undefined && first !== undefined) return trend(time.name, first.name);
  if (first !== undefined && second !== undefined) return associated(second.name, first.name);
  return {
    kind: 'table',
    roles: {},
    lines: [
      { pointer: '/kind', reason: 'no numeric column can be an outcome with a group, a time or another measure' },
    ],
  };
}

interface Pair {
  readonly before: Column;
  readonly after: Column;
}

/** Two numeric columns whose names differ by "before" and "after" alone. */
function beforeAndAfter(columns: readonly Column[]): Pair | null {
  const numeric = columns.filter((column) => column.type === 'number' && levelsOf(column, 1) === null);
  const stem = ({ name }: Column, word: RegExp): string | null =>
    word.test(name) ? name.replace(word, ' ').toLowerCase() : null;
  for (const before of numeric) {
    const own = stem(before, NAMED.before);
    const after = own === null ? undefined : numeric.find((column) => stem(column, NAMED.after) === own);
    if (after !== undefined) return { before, after };
  }
  return null;
}

function changed({ before, after }: Pair, group: Column | undefined): SuggestedRoles {
  const own = { before: before.name, after: after.name };
  return {
    kind: 'change',
    roles: group === undefined ? own : { ...own, group: group.name },
    lines: [
      { pointer: '/kind', reason: `${before.name} and ${after.name} are one measure, before and after` },
      { pointer: '/roles/before', reason: `${before.name} is named like the measure from before` },
      { pointer: '/roles/after', reason: `${after.name} is named like the same measure from after` },
      ...(group === undefined ? [] : [{ pointer: '/roles/group', reason: `${group.name} has two values` }]),
    ],
  };
}

function compared(group: Column, outcome: Column, time: Column | undefined): SuggestedRoles {
  const isExperiment = NAMED.variant.test(group.name);
  const isShare = variableOf(outcome)?.binary === true;
  const kind = isExperiment ? 'experiment' : isShare ? 'proportion' : 'comparison';
  const [side, value] = isExperiment ? ['variant', 'metric'] : ['group', isShare ? 'outcome' : 'value'];
  const when = isExperiment && time !== undefined ? { time: time.name } : {};
  return {
    kind,
    roles: { [side]: group.name, [value]: outcome.name, ...when },
    lines: [
      {
        pointer: '/kind',
        reason: isExperiment ? `${group.name} is named like a variant` : `${group.name} makes groups`,
      },
      {
        pointer: `/roles/${side}`,
        reason: `${group.name} has ${levelsOf(group, MAX_GROUPS)?.labels.length ?? 0} values`,
      },
      {
        pointer: `/roles/${value}`,
        reason: isShare ? `${outcome.name} has the values yes and no` : `${outcome.name} is a measure`,
      },
      ...(time === undefined || !isExperiment
        ? []
        : [{ pointer: '/roles/time', reason: `${time.name} says when rows arrived` }]),
    ],
  };
}

function trend(time: string, value: string): SuggestedRoles {
  const lines = [
    { pointer: '/kind', reason: `${time} orders the rows, and no column makes groups` },
    { pointer: '/roles/time', reason: `${time} is a time or counts the rows` },
    { pointer: '/roles/value', reason: `${value} is a measure` },
  ];
  return { kind: 'trend', roles: { time, value }, lines };
}

function associated(x: string, y: string): SuggestedRoles {
  const lines = [
    { pointer: '/kind', reason: 'two measures, and neither a group nor a time' },
    { pointer: '/roles/x', reason: `${x} is a measure` },
    { pointer: '/roles/y', reason: `${y} is a measure` },
  ];
  return { kind: 'association', roles: { x, y }, lines };
}

function classification(truth: string, predicted: string): SuggestedRoles {
  const lines = [
    { pointer: '/kind', reason: 'two columns are named like truth and prediction' },
    { pointer: '/roles/y_true', reason: `${truth} is named like the truth` },
    { pointer: '/roles/y_pred', reason: `${predicted} is named like a prediction` },
  ];
  return { kind: 'classification', roles: { y_true: truth, y_pred: predicted }, lines };
}

function byName(columns: readonly Column[], ...names: readonly RegExp[]): readonly Column[] {
  const rank = ({ name }: Column): number => {
    const at = names.findIndex((pattern) => pattern.test(name));
    return at < 0 ? names.length : at;
  };
  return [...columns].sort((a, b) => rank(a) - rank(b));
}

function isNamedGroup({ name }: Column): boolean {
  return NAMED.variant.test(name) || NAMED.group.test(name);
}

function isGroup(column: Column): boolean {
  const count = levelsOf(column, MAX_GROUPS)?.labels.length ?? 0;
  return count >= 2 && column.type !== 'time';
}

function isTime(column: Column): boolean {
  const order = levelsOf(column, 2) === null ? orderOf(column) : null;
  if (column.type === 'time' || order === null) return column.type === 'time';
  return column.type === 'string' || NAMED.time.test(column.name) || new Set(order).size === order.length;
}

function isMeasure(column: Column): boolean {
  return column.type === 'number' && levelsOf(column, MEASURE - 1) === null;
}
