import { quotedList } from '@svc/closest-name';
import type { DashboardVariable, VariableValue } from '@svc/contracts';

type Scalar = string | number | boolean;

/** Controls that take a list, and the length it must have. */
const LISTS: Readonly<Partial<Record<DashboardVariable['control'], number | 'any'>>> = {
  multiselect: 'any',
  daterange: 2,
  range: 2,
};

const CONTROL_TYPES: Readonly<Partial<Record<DashboardVariable['control'], readonly DashboardVariable['type'][]>>> = {
  date: ['date'],
  daterange: ['date'],
  range: ['integer', 'number', 'date'],
  toggle: ['boolean'],
};

const OPTIONS_SHOWN = 20;

/** True when nothing is chosen: filters that name the variable are then left out. */
export function isEmpty(value: VariableValue): value is null | [] {
  return value === null || (Array.isArray(value) && value.length === 0);
}

/** Why the control does not suit the type, or null. */
export function controlProblem({ control, type }: DashboardVariable): string | null {
  const types = CONTROL_TYPES[control];
  return types === undefined || types.includes(type)
    ? null
    : `"${control}" chooses a ${types.join(' or a ')}, and the variable is a ${type}`;
}

/** Why the value is invalid for the variable, or null. */
export function valueProblem(variable: DashboardVariable, value: VariableValue): string | null {
  if (isEmpty(value)) return null;
  const length = LISTS[variable.control];
  if (length === undefined)
    return Array.isArray(value)
      ? `expects one value: "${variable.name}" is a ${variable.control}`
      : scalarProblem(variable, value);
  if (!Array.isArray(value))
    return `expects a list: "${variable.name}" is a ${variable.control}${length === 'any' ? ', such as ["a", "b"]' : ', [first, last]'}`;
  if (length !== 'any' && value.length !== length) return 'expects the first and the last value';
  for (const it of value) {
    const wrong = scalarProblem(variable, it);
    if (wrong !== null) return wrong;
  }
  return null;
}

function scalarProblem({ type, options }: DashboardVariable, value: Scalar): string | null {
  if (!fits(type, value))
    return `${JSON.stringify(value)} is not of type ${type}${type === 'date' ? ', such as "2024-02-29"' : ''}`;
  if (options?.values === undefined || options.values.some((it) => it.value === value)) return null;
  const known = options.values.map((it) => String(it.value));
  return `${JSON.stringify(value)} is not one of the options: ${quotedList(known.slice(0, OPTIONS_SHOWN))}${known.length > OPTIONS_SHOWN ? ', …' : ''}`;
}

function fits(type: DashboardVariable['type'], value: Scalar): boolean {
  switch (type) {
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isSafeInteger(value);
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'date':
      return typeof value === 'string' && isDay(value);
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const PROBES: Readonly<Record<DashboardVariable['type'], Scalar>> = {
  string: 'a',
  integer: 1,
  number: 1,
  boolean: true,
  date: '2024-01-01',
};

/** A valid value for the variable, so that a filter can be checked while nothing is chosen. */
export function probeOf(variable: DashboardVariable): VariableValue {
  if (!isEmpty(variable.default)) return variable.default;
  const one = variable.options?.values?.[0]?.value ?? PROBES[variable.type];
  const length = LISTS[variable.control];
  if (length === undefined) return one;
  return length === 'any' ? [one] : [one, one];
}
