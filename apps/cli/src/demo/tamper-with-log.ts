import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogKey, type LogVerification, SigningKey, verifyLog } from '@svc/audit-chain';
import type { Attempt } from './attempt';
import { type ChangedLog, cutEnd, dropLine, editLine, rewriteFrom, swapLines } from './change-log';
import { forgeCheckpoint } from './forge-checkpoint';
import { type LogLines, readLogLines, writeLogLines } from './log-lines';

/** A way to tamper with a log. */
interface Trial {
  readonly title: string;
  readonly kind: Attempt['kind'];
  readonly changed: ChangedLog;
  /** The checkpoint beside the log afterwards. `forged`: signed by whoever rewrote it. */
  readonly checkpoint: 'kept' | 'removed' | 'forged';
}

/** Checks of a log, by increasing requirements, and the manipulations that pass all but the last. */
const WATCHERS = [
  { by: 'the hash chain', unaided: null },
  { by: 'the checkpoint, signed with the log’s key', unaided: 'the lines alone are' },
  { by: 'the anchor, a checkpoint kept elsewhere', unaided: 'lines and signatures alone are' },
] as const;

/** Consistent lines that differ from the original: a file begins with the checkpoint of all before it. */
const SEAL = 'the checkpoint at the beginning of the next file';

/**
 * Everything that somebody with write access to the files can try, on copies in `scratch`. The anchor is the log's own newest
 * checkpoint, as an auditor would have kept it.
 */
export async function tamperWithLog(folder: string, logKey: LogKey, scratch: string): Promise<readonly Attempt[]> {
  const log = readLogLines(folder);
  const attempts: Attempt[] = [];
  for (const [index, trial] of trials(log).entries()) {
    const at = join(scratch, String(index));
    mkdirSync(at);
    attempts.push(await attempt(trial, at, log, logKey));
  }
  return attempts;
}

function trials(log: LogLines): readonly Trial[] {
  const tampering = { kind: 'tampering', checkpoint: 'kept' } as const;
  const rewritten = rewriteFrom(log);
  return [
    {
      title: 'as it was exported',
      kind: 'control',
      changed: { files: log.files, change: 'nothing' },
      checkpoint: 'kept',
    },
    { ...tampering, title: 'a line edited', changed: editLine(log) },
    { ...tampering, title: 'a line dropped', changed: dropLine(log) },
    { ...tampering, title: 'two lines swapped', changed: swapLines(log) },
    { ...tampering, title: 'the end cut off', changed: cutEnd(log), checkpoint: 'removed' },
    { ...tampering, title: 'history rewritten', changed: rewritten },
    {
      ...tampering,
      title: 'history rewritten and signed',
      changed: { ...rewritten, change: `${rewritten.change}, and a checkpoint of that signed with another key` },
      checkpoint: 'forged',
    },
  ];
}

async function attempt(
  { title, kind, changed, checkpoint }: Trial,
  at: string,
  log: LogLines,
  logKey: LogKey,
): Promise<Attempt> {
  writeLogLines(at, changed.files, log);
  const alone = await verifyLog(at);
  const beside =
    checkpoint === 'kept' ? log.checkpoint : forgeCheckpoint(logKey, alone.head, SigningKey.fromSeed(randomBytes(32)));
  if (checkpoint !== 'removed') writeFileSync(join(at, 'checkpoint'), beside);
  const looked = [
    alone,
    await verifyLog(at, { logKey }),
    await verifyLog(at, { logKey, anchor: { checkpoint: log.checkpoint } }),
  ];
  const first = looked.findIndex((it) => !isFlawless(it));
  const found = looked[first] ?? looked.at(-1) ?? alone;
  const watcher = WATCHERS[first];
  return {
    on: 'log',
    title,
    kind,
    change: changed.change,
    outcome: found.outcome,
    accepted: isFlawless(found),
    finding: withPlace(found),
    by: first === 0 && found.outcome === 'forked' ? SEAL : (watcher?.by ?? 'hash chain, signed checkpoint and anchor'),
    unaided: watcher?.unaided == null ? null : `${watcher.unaided} ${looked[first - 1]?.outcome ?? ''}`,
  };
}

function isFlawless({ outcome }: LogVerification): boolean {
  return outcome === 'intact' || outcome === 'grown';
}

function withPlace({ reason, where }: LogVerification): string {
  return where?.segment == null || where.line === null ? reason : `${reason} (${where.segment}, line ${where.line})`;
}
