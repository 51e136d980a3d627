import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Config } from './config';
import { stateDirectory } from './state-directory';

type Asked = Pick<Config, 'state' | 'home' | 'stateHome' | 'anchorsOff'>;
type Variables = Readonly<Record<string, string>>;

/** A folder of our own for the checkpoints of the audit log; or none, with the reason; or none because others are configured. */
export type AnchorPlan =
  | { readonly folder: string }
  | { readonly folder: null; readonly because: string }
  | { readonly folder: null; readonly because: null };

const DESTINATIONS = ['SVC_ANCHOR_FILE', 'SVC_ANCHOR_STORE', 'SVC_ANCHOR_BUCKET', 'SVC_ANCHOR_WEBHOOK'];

/** Whether whoever started the stack has said where checkpoints are anchored. */
export function namesAnchors(variables: Variables): boolean {
  return DESTINATIONS.some((name) => name in variables || `${name}_FILE` in variables);
}

/**
 * Where a stack anchors its audit log unless it is told otherwise: outside of its state directory, so that whoever loses
 * or replaces that still has what the log once was. Looks at no disk.
 */
export function planAnchors({ state, home, stateHome, anchorsOff }: Asked, variables: Variables): AnchorPlan {
  if (namesAnchors(variables)) return { folder: null, because: null };
  if (anchorsOff) return { folder: null, because: 'SVC_ANCHOR_STORE switches it off' };
  if (stateHome === undefined && home === '/') return { folder: null, because: 'there is no home folder' };
  const name = createHash('sha256').update(state).digest('hex').slice(0, 16);
  const folder = join(stateHome ?? join(home, '.local', 'state'), 'svc', 'anchors', name);
  if (isWithin(state, folder)) return { folder: null, because: `${folder} is inside of the state directory` };
  return { folder };
}

/** Makes the planned folder. Where that cannot be, the plan is none, and says why. */
export function makeAnchorFolder(asked: Asked, variables: Variables): AnchorPlan {
  const plan = planAnchors(asked, variables);
  if (plan.folder === null) return plan;
  if (asked.stateHome === undefined && !existsSync(asked.home))
    return { folder: null, because: `the home folder ${asked.home} does not exist` };
  try {
    mkdirSync(plan.folder, { recursive: true, mode: 0o700 });
    accessSync(plan.folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    return { folder: null, because: error instanceof Error ? error.message : String(error) };
  }
  // A link may lead back to where the log itself lies.
  const real = realpathSync(plan.folder);
  if (existsSync(asked.state) && isWithin(realpathSync(asked.state), real))
    return { folder: null, because: `${real} is inside of the state directory` };
  return plan;
}

/**
 * A state directory without a key begins a new log, so checkpoints that are here already are of a log that was removed other
 * than by a reset. They are evidence and stay, beside the new ones. Answers where; null if there are none.
 */
export function setFormerAnchorsAside(folder: string, state: string): string | null {
  if (existsSync(stateDirectory(state).checkpointKey) || !existsSync(folder) || readdirSync(folder).length === 0)
    return null;
  let number = 1;
  while (existsSync(`${folder}.${number}`)) number += 1;
  const aside = `${folder}.${number}`;
  renameSync(folder, aside);
  mkdirSync(folder, { mode: 0o700 });
  return aside;
}

/** What `./svc up` says of it. */
export function anchorLine(plan: AnchorPlan): string | null {
  if (plan.folder !== null) return `The audit log is anchored in ${plan.folder}`;
  return plan.because === null ? null : `The audit log is anchored nowhere: ${plan.because}`;
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith('../') && !isAbsolute(path));
}
