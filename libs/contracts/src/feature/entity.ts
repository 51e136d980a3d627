import { z } from 'zod';
import { namedObject, objectVersion } from '../named-object/named-object';

export const columnName = z.string().min(1).max(255);

/** What features describe (a carrier, an airport), and the column that identifies it in every view and every entity row. */
export const entityDefinition = z.strictObject({
  joinKey: columnName,
  /** The type of the key in every source; without it, each source decides. */
  valueType: z.enum(['string', 'integer', 'float', 'boolean']).optional(),
  description: z.string().max(4096).default(''),
});
export type EntityDefinition = z.infer<typeof entityDefinition>;

export const entity = namedObject(entityDefinition);
export const entityVersion = objectVersion(entityDefinition);
