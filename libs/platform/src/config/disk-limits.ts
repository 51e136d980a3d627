import type { PlatformConfig } from './platform-config';

const MiB = 1024 * 1024;

/** The limits with which every service opens the warehouse, so that all apply the same limits to the same disk. */
export function diskLimits(
  config: Pick<PlatformConfig, 'SVC_DISK_RESERVE' | 'SVC_WORK_DISK_TOTAL_MB'>,
  scratch?: string,
): { readonly reserve: string; readonly work: { readonly limit: number; readonly scratch: string | undefined } } {
  return { reserve: config.SVC_DISK_RESERVE, work: { limit: config.SVC_WORK_DISK_TOTAL_MB * MiB, scratch } };
}
