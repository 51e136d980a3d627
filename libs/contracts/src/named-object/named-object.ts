import { z } from 'zod';
import { digest, objectName, timestamp } from '../json';
import { objectAccess } from '../object-access/object-access';

/** An object that is a definition under a name, as it is served: whose it is, its version, and the entity tag that a change must name. */
export function namedObject<D extends z.ZodType>(definition: D) {
  return z.object({
    name: objectName,
    definition,
    owner: z.string(),
    version: z.int().positive(),
    etag: digest,
    created_at: timestamp,
    updated_at: timestamp,
  });
}

/** A definition that an object has had: who gave it when, and what changed, in words. */
export function objectVersion<D extends z.ZodType>(definition: D) {
  return z.object({
    version: z.int(),
    definition,
    author: z.string(),
    created_at: timestamp,
    change: z.string(),
  });
}

/** What deleting answers. */
export const deleted = z.object({ deleted: z.literal(true) });

/** `svc.export/v1`: an object with its history, as a document that stands on its own; who owns and sees it included. */
export function exportDocument<const K extends string, Shape extends z.ZodRawShape>(kind: K, shape: Shape) {
  return z.object({
    schema: z.literal('svc.export/v1'),
    kind: z.literal(kind),
    created_at: timestamp,
    access: objectAccess,
    ...shape,
  });
}
