/** Every item of a paged list. */
export async function allPages<T>(
  page: (cursor: string | undefined) => Promise<{ readonly items: readonly T[]; readonly next_cursor: string | null }>,
): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const next = await page(cursor);
    items.push(...next.items);
    cursor = next.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
