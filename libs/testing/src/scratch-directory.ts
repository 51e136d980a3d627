import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = /^svc-test-(\d+)-/;

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function removeIfOurs(directory: string): void {
  try {
    rmSync(directory, { recursive: true, force: true });
  } catch {
    // Another user's: theirs to remove.
  }
}

/** Removes what test processes left behind that were killed before they could clean up. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = NAME.exec(name)?.[1];
    if (owner !== undefined && !lives(Number(owner))) removeIfOurs(join(tmpdir(), name));
  }
}

/** A new private directory for a test's server. It bears our pid, so that a later test removes it should we be killed. */
export function scratchDirectory(purpose: string): string {
  sweep();
  const directory = mkdtempSync(join(tmpdir(), `svc-test-${process.pid}-${purpose}-`));
  chmodSync(directory, 0o700);
  return directory;
}
