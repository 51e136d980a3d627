import { dashboardVariableValues, type VariableValue } from '@svc/contracts';
import { refuse } from '../../metric/definition/compile-refusal';

/** Variables in a query string: a JSON object. */
export function variablesFrom(text: string | undefined): Readonly<Record<string, VariableValue>> {
  const parsed = dashboardVariableValues.safeParse(parse(text ?? '{}'));
  if (!parsed.success)
    throw refuse(
      'invalid-request',
      '/query/variables',
      'must be a JSON object of variables and their values, such as {"origin": "JFK"}',
    );
  return parsed.data;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
