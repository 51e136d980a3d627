/** The `code` of a system error (`ENOENT`, `EEXIST`, …), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  // Not `instanceof Error`: errors of the platform may come from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
