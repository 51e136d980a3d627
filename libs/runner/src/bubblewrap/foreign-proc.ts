import { readlinkSync } from 'node:fs';

/** Whether `/proc` shows another process namespace than ours, as below `unshare --pid` without `--mount-proc`. */
export function hasForeignProc(): boolean {
  return readlinkSync('/proc/self') !== String(process.pid);
}
