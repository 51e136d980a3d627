import { didYouMeanOrStop, quotedList } from '@svc/closest-name';
import {
  type DashboardVariable,
  jsonPointer,
  type MetricCondition,
  type MetricFilter,
  ProblemError,
  type ProblemItem,
  type VariableValue,
} from '@svc/contracts';
import { isEmpty, valueProblem } from './variable-value';

/** The value of every variable of a dashboard. */
export type VariableValues = ReadonlyMap<string, VariableValue>;

type FilterValue = MetricFilter['value'];

/** The values for a page: the given ones, and the defaults of the others. Refuses invalid values. */
export function chosenValues(
  variables: readonly DashboardVariable[],
  given: Readonly<Record<string, VariableValue>>,
  at: string,
): VariableValues {
  const names = variables.map((it) => it.name);
  const errors = Object.entries(given).flatMap(([name, value]): ProblemItem[] => {
    const variable = variables.find((it) => it.name === name);
    const message =
      variable === undefined
        ? `there is no variable of that name${didYouMeanOrStop(name, names)}Variables: ${quotedList(names)}`
        : valueProblem(variable, value);
    return message === null ? [] : [{ pointer: `${at}${jsonPointer([name])}`, message }];
  });
  if (errors.length > 0)
    throw new ProblemError(
      'invalid-request',
      `${errors[0]?.pointer.replace('/body/', '') ?? ''}: ${errors[0]?.message ?? ''}`,
      { errors },
    );
  const chosen = new Map(Object.entries(given));
  // An explicit null is a choice: nothing.
  return new Map(variables.map((it) => [it.name, chosen.has(it.name) ? (chosen.get(it.name) ?? null) : it.default]));
}

/** The variable that a filter's text names, or null for literal text. */
export function referenceIn(text: string): string | null {
  return text.startsWith('$') && !text.startsWith('$$') ? text.slice(1) : null;
}

/**
 * Conditions with values in place of variables. A filter that names a variable without a value is left out, and so is
 * a group without any filters left. Values stay values: they are bound when the condition is compiled.
 */
export function bindVariables(conditions: readonly MetricCondition[], values: VariableValues): MetricCondition[] {
  return conditions.flatMap((it) => bindCondition(it, values) ?? []);
}

function bindCondition(condition: MetricCondition, values: VariableValues): MetricCondition | null {
  if ('and' in condition) return group(bindVariables(condition.and, values), (and) => ({ and }));
  if ('or' in condition) return group(bindVariables(condition.or, values), (or) => ({ or }));
  if ('not' in condition)
    return group(bindVariables([condition.not], values), ([not]) => (not === undefined ? null : { not }));
  return bindFilter(condition, values);
}

function group(
  parts: MetricCondition[],
  wrap: (parts: MetricCondition[]) => MetricCondition | null,
): MetricCondition | null {
  return parts.length === 0 ? null : wrap(parts);
}

function bindFilter(filter: MetricFilter, values: VariableValues): MetricFilter | null {
  if (filter.value === undefined) return filter;
  const parts = Array.isArray(filter.value) ? filter.value : [filter.value];
  const bound = parts.map((it) => (typeof it === 'string' ? valueOf(it, values) : it));
  if (bound.some((it, index) => isEmpty(it) && typeof parts[index] === 'string')) return null;
  if (!Array.isArray(filter.value)) return { ...filter, value: bound[0] ?? null };
  const list: Exclude<FilterValue, undefined> = bound.flat();
  return { ...filter, value: list };
}

function valueOf(text: string, values: VariableValues): VariableValue {
  const name = referenceIn(text);
  if (name !== null) return values.get(name) ?? null;
  return text.startsWith('$$') ? text.slice(1) : text;
}
