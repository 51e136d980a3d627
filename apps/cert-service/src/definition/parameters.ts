import { type Json, type Manifest, ProblemError, type ProblemItem } from '@svc/contracts';

type Declared = Manifest['params'][string];

const fits: Record<Declared['type'], (value: Json) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
};

/** The parameters of a run: given ones checked against the declaration, defaults filled in. */
export function bindParameters(
  declared: Manifest['params'],
  given: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const errors: ProblemItem[] = Object.keys(given)
    .filter((name) => !Object.hasOwn(declared, name))
    .map((name) => ({
      pointer: `/body/params/${name}`,
      message: `is not declared; declared are: ${Object.keys(declared).join(', ') || 'none'}`,
    }));
  const bound: Record<string, Json> = {};
  for (const [name, declaration] of Object.entries(declared)) {
    const value = given[name] ?? declaration.default;
    if (value === undefined) {
      if (declaration.required) errors.push({ pointer: `/body/params/${name}`, message: 'is needed' });
    } else if (fits[declaration.type](value)) bound[name] = value;
    else errors.push({ pointer: `/body/params/${name}`, message: `must be of type ${declaration.type}` });
  }
  if (errors.length > 0)
    throw new ProblemError('invalid-request', 'The parameters do not match those that the derivation declares.', {
      errors,
    });
  return bound;
}
