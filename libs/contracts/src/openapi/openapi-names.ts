import { z } from 'zod';
import { principal } from '../access/access';
import { accessState } from '../object-access/object-access';
import { nouns } from '../nouns';
import { problem, problemItem } from '../problem/problem';

/** Schemas that belong to no noun. */
const shared = { Problem: problem, ProblemItem: problemItem, Principal: principal, AccessState: accessState };

/** Schemas that the OpenAPI document names: those of every noun. */
export function openApiNames(): z.core.$ZodRegistry<{ id: string }> {
  const names = z.registry<{ id: string }>();
  const add = (schemas: Readonly<Record<string, z.ZodType>>): void => {
    for (const [id, schema] of Object.entries(schemas)) names.add(schema, { id });
  };
  add(shared);
  for (const noun of nouns) if ('schemas' in noun) add(noun.schemas);
  return names;
}
