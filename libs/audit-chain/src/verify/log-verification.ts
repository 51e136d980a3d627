import type { LogHead } from '../log/writer/log-tail';

/** Where in a log something is wrong. */
export interface LogPlace {
  /** File name, or null where it is a matter of the whole. */
  readonly segment: string | null;
  /** Line in that file, from 1. */
  readonly line: number | null;
  /** Byte in that file at which the line begins. */
  readonly offset: number | null;
  /** Number of the record concerned, or of the first one that is missing. */
  readonly seq: number;
}

/**
 * What a log turned out to be.
 *
 * - `intact`: every line follows the one before, and every signature and anchor at hand fits
 * - `grown`: intact, and longer than the anchor given
 * - `truncated`: shorter than the anchor, or than what the log's key signed; or it ends in half a line
 * - `edited`: a line was changed, removed or put in
 * - `reordered`: lines have changed places
 * - `forked`: a chain without a flaw, but not the one that was anchored or signed: rewritten from some record on
 */
export type LogOutcome = 'intact' | 'grown' | 'truncated' | 'edited' | 'reordered' | 'forked';

export interface LogVerification {
  readonly outcome: LogOutcome;
  /** What was found, in words. */
  readonly reason: string;
  /** Null if nothing is wrong. */
  readonly where: LogPlace | null;
  /** The end of the log; of its flawless beginning, if it is edited or reordered. The hash is what to anchor elsewhere. */
  readonly head: LogHead;
  /**
   * So many records from the first are vouched for by an anchor or by a signature of the given log key. Whoever can
   * write the files can rewrite what comes behind and chain it anew.
   */
  readonly vouchedSize: number;
}

/** What an auditor has kept: a signed checkpoint, or the number and hash of a line. */
export type LogAnchor = { readonly checkpoint: string } | { readonly seq: number; readonly hash: string };
