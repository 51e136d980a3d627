import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { Config } from '../config';
import { stateDirectory } from './state-directory';

type Asked = Pick<Config, 'state' | 'home' | 'stateHome' | 'anchorsOff'>;
type Variables = Readonly<Record<string, string>>;

/** The default folder for checkpoints of the audit log; or none, with the reason; or none because others are configured. */
export type AnchorPlan =
  | { readonly folder: string }
  | { readonly folder: null; readonly because: string }
  | { readonly folder: null; readonly because: null };

const DESTINATIONS = ['SVC_ANCHOR_FILE', 'SVC_ANCHOR_STORE', 'SVC_ANCHOR_BUCKET', 'SVC_ANCHOR_WEBHOOK'];

/** Whether anchors are configured in the environment. */
export function namesAnchors(variables: Variables): boolean {
  return DESTINATIONS.some((name) => name in variables || `${name}_FILE` in variables);
}

/**
 * Where a stack anchors its audit log by default: outside of its state directory, so that losing or replacing
 * that directory does not lose the evidence of what the log once was. Does not access the disk.
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

/** Creates the planned folder. Where that is impossible, the result is no folder, with the reason. */
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
  // A link may lead back to the log's own folder.
  const real = realpathSync(plan.folder);
  if (existsSync(asked.state) && isWithin(realpathSync(asked.state), real))
    return { folder: null, because: `${real} is inside of the state directory` };
  return plan;
}

/**
 * A state directory without a key starts a new log, so existing checkpoints belong to a log that was removed without
 * a reset. They are evidence and are set aside. Returns where; null if there are none.
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

/** The message of `./svc up`. */
export function anchorLine(plan: AnchorPlan): string | null {
  if (plan.folder !== null) return `The audit log is anchored in ${plan.folder}`;
  return plan.because === null ? null : `The audit log is anchored nowhere: ${plan.because}`;
}

function isWithin(outer: string, inner: string): boolean {
  const path = relative(outer, inner);
  return path === '' || (path !== '..' && !path.startsWith('../') && !isAbsolute(path));
}
