import { z } from 'zod';
import { namedObject } from '../named-object/named-object';
import { sqlText, sqlValue } from '../sql/sql';

/** A saved statement: its text, and default values of its parameters. */
export const savedQueryDefinition = z.strictObject({
  sql: sqlText,
  description: z.string().max(4096).default(''),
  /** Name → value, for `$name` in the statement. */
  parameters: z.record(z.string().max(128), sqlValue).default({}),
  /** Who sees a new query when the request's query string does not say; of one that exists, PUT …/access says it. */
  visibility: z.enum(['private', 'project']).default('private'),
});
export type SavedQueryDefinition = z.infer<typeof savedQueryDefinition>;

export const savedQuery = namedObject(savedQueryDefinition);
export type SavedQuery = z.infer<typeof savedQuery>;
