import type { DashboardVariable, VariableValue } from '@svc/contracts';

/** A UTC timestamp, as Grafana writes an end of its time range. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})T[\d:.]+Z$/;

/**
 * Values as other tools send them, converted to the variables' types: every value arrives as text, a day may arrive as a
 * timestamp in it, and an empty value means that nothing is chosen. Unreadable values stay as they are, to be refused with their pointer.
 */
export function typedValues(
  variables: readonly DashboardVariable[],
  given: Readonly<Record<string, VariableValue>>,
): Record<string, VariableValue> {
  const types = new Map(variables.map((it) => [it.name, it.type]));
  return Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, VariableValue] => {
      const type = types.get(name) ?? 'string';
      if (Array.isArray(value)) return [name, value.filter((it) => it !== '').map((it) => typed(it, type))];
      return [name, value === null || value === '' ? null : typed(value, type)];
    }),
  );
}

function typed(value: string | number | boolean, type: DashboardVariable['type']): string | number | boolean {
  if (typeof value !== 'string') return value;
  if (type === 'date') return MOMENT.exec(value)?.[1] ?? value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  const number = type === 'integer' || type === 'number' ? Number(value) : NaN;
  return Number.isNaN(number) ? value : number;
}
