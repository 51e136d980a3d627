import { z } from 'zod';

/** Cursor pagination: `?limit=&cursor=`; the cursor is opaque. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(1000).optional(),
});

/** A page of `item`s; `next_cursor` is null on the last one. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() });
}
