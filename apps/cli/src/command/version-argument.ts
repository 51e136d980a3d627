import { UsageError } from './usage-error';

/** The number of a version, as typed. */
export function versionArgument(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageError(`[version] expects the number of a version, not "${text}"`);
}
