import { statSync } from 'node:fs';
import { errorCode } from '../files/error-code';
import type { ChainLink } from '../log/segment/chain-link';
import type { LogHead } from '../log/writer/log-tail';
import { LogError } from '../record/log.error';
import { readPruned } from '../log/pruned';
import { NO_LINE } from '../record/record-line';
import { listSegments, type Segment } from '../log/segment/segment';
import { CompactRange } from '../tree/compact-range';
import type { LogKey } from '../tree/log-key';
import { EMPTY_ROOT } from '../tree/tree-hash';
import { ChainFold } from './chain-fold';
import { collectClaims } from './claims';
import { diagnoseBreak } from './diagnose-break';
import { judgeClaims } from './judge-claims';
import type { LogAnchor, LogPlace, LogVerification } from './log-verification';
import { scanRanges } from './scan-ranges';
import type { RangeTask } from './scan-range';

export interface VerifyLogOptions {
  /** What was kept of the log elsewhere. Only an anchor can show that newest records were cut off. */
  readonly anchor?: LogAnchor;
  /** The log's key, or all it has had, from an independent source. Without it signatures in the log are not believed, only compared. */
  readonly logKey?: LogKey | readonly LogKey[];
  /** How many threads hash lines; 1 by default. */
  readonly threads?: number;
  /** True while a writer may be appending: half a line at the end is then nothing to report. */
  readonly growing?: boolean;
}

const MAX_ATTEMPTS = 5;
const TASK_BYTES = 4 * 1024 * 1024;

/**
 * Reads a whole log and says what it is, and if something is wrong, where. Needs the directory and nothing of the
 * service that wrote it; believes nothing there that is derived (`tree/`, `*.index`).
 *
 * @throws LogError `not-found` if the directory holds no log, or not the anchored line any more; `untrusted-note` or
 *   `malformed-note` for an anchor that is not signed by the given key
 */
export async function verifyLog(directory: string, options: VerifyLogOptions = {}): Promise<LogVerification> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await verifyOnce(directory, options);
    } catch (error) {
      if (error instanceof LogError && error.code === 'log-damaged') return prunedDamaged(error);
      // A writer that took over has renamed the newest segment: begin again.
      if (errorCode(error) !== 'ENOENT' || options.growing !== true || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

async function verifyOnce(directory: string, options: VerifyLogOptions): Promise<LogVerification> {
  // Claims first: what is appended while this reads only makes the log longer than they say.
  const claims = await collectClaims(directory, options);
  const pruned = await readPruned(directory);
  const start: ChainLink = { seq: pruned?.size ?? 0, prev: pruned?.hash ?? NO_LINE };
  if (claims.some(({ hash, size }) => hash !== undefined && size < start.seq)) {
    throw new LogError(
      'not-found',
      'the anchored line was pruned: only a checkpoint can be connected with what is left',
    );
  }
  const segments = (await listSegments(directory)).filter(({ firstSeq }) => firstSeq >= start.seq);
  if (segments.length === 0) throw new LogError('not-found', `${directory} holds no log`);
  const tasks = planTasks(
    segments,
    claims.map(({ size }) => size),
  );
  const scanned = await scanRanges(tasks, options.threads ?? 1);
  const chain = new ChainFold(
    start,
    CompactRange.of(0, start.seq, pruned?.subtrees ?? []),
    new Set(claims.map(({ size }) => size)),
  );
  const holds = scanned.every((range, at) => chain.add(range, at === scanned.length - 1));
  if (!holds) return broken(segments, start, chain.head);
  return judgeClaims({
    directory,
    segments,
    claims,
    chain,
    tornBytes: options.growing === true ? 0 : (scanned.at(-1)?.tornBytes ?? 0),
  });
}

function planTasks(segments: readonly Segment[], sizes: readonly number[]): RangeTask[] {
  return segments.flatMap(({ path }) => {
    const { size } = statSync(path);
    const parts = Math.max(1, Math.ceil(size / TASK_BYTES));
    return Array.from({ length: parts }, (_, at) => ({
      path,
      from: at * TASK_BYTES,
      to: Math.min(size, (at + 1) * TASK_BYTES),
      cuts: sizes,
    }));
  });
}

function broken(segments: readonly Segment[], start: ChainLink, head: LogHead): LogVerification {
  const found = diagnoseBreak(segments, start);
  if (found !== null) return { ...found, head, vouchedSize: 0 };
  // Every complete line follows, so it was half a line at the end of a sealed segment that broke it.
  const where: LogPlace = { segment: null, line: null, offset: null, seq: head.size };
  return { outcome: 'edited', reason: 'a sealed segment ends in half a line', where, head, vouchedSize: 0 };
}

/** The only thing read as a whole before any line, and so the only one that can end everything. */
function prunedDamaged({ message }: LogError): LogVerification {
  const where: LogPlace = { segment: 'pruned.json', line: null, offset: null, seq: 0 };
  return {
    outcome: 'edited',
    reason: message,
    where,
    head: { size: 0, hash: NO_LINE, root: EMPTY_ROOT },
    vouchedSize: 0,
  };
}
