import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { localStateDirectory, member } from '../settings';
import type { Terminal } from '../terminal/terminal';

/** A checkpoint of the audit log, and its file. */
export interface KeptAnchor {
  readonly file: string;
  readonly checkpoint: string;
}

/** Names are the number of records, with leading zeros, so that the newest comes last. */
const NOTE = /^\d+\.note$/;

/** The newest checkpoint that `./svc up` keeps outside of its state directory; null unless the service at `url` is such a stack. */
export function keptAnchor(url: string, { env, cwd }: Terminal): KeptAnchor | null {
  const state = localStateDirectory(url, env, cwd);
  const folder = state === null ? null : anchorFolderIn(join(state, 'run', 'stack.json'));
  if (folder === null || !existsSync(folder)) return null;
  const newest = readdirSync(folder)
    .filter((name) => NOTE.test(name))
    .sort()
    .at(-1);
  if (newest === undefined) return null;
  const file = join(folder, newest);
  return { file, checkpoint: readFileSync(file, 'utf8') };
}

function anchorFolderIn(stackFile: string): string | null {
  if (!existsSync(stackFile)) return null;
  try {
    const folder = member(JSON.parse(readFileSync(stackFile, 'utf8')), 'anchors');
    return typeof folder === 'string' ? folder : null;
  } catch {
    return null;
  }
}
