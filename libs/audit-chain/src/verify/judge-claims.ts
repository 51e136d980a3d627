import { treeDirectory } from '../log/log-layout';
import type { LogHead } from '../log/writer/log-tail';
import { readLastLine } from '../log/segment/last-line';
import { decodeLine } from '../record/record-line';
import type { Segment } from '../log/segment/segment';
import { consistencyProof } from '../tree/merkle-proof';
import { subtreesOf } from '../tree/tree-file';
import { verifyConsistency } from '../tree/verify-proof';
import type { ChainFold } from './chain-fold';
import type { Claim } from './claims';
import { firstChangedRecord } from './first-changed-record';
import type { LogPlace, LogVerification } from './log-verification';

/** A log whose lines all follow each other, and what is claimed of it. */
export interface Evidence {
  readonly directory: string;
  readonly segments: readonly Segment[];
  /** In order of size. */
  readonly claims: readonly Claim[];
  readonly chain: ChainFold;
  /** Bytes of an unfinished line at the end. */
  readonly tornBytes: number;
}

type Finding = Pick<LogVerification, 'outcome' | 'reason' | 'where'>;

/** Says what such a log is: the first of these findings that applies. */
export async function judgeClaims(evidence: Evidence): Promise<LogVerification> {
  const { claims, chain } = evidence;
  const fitting: Claim[] = [];
  for (const claim of claims) if (await fits(claim, evidence)) fitting.push(claim);
  const vouchedSize = Math.max(0, ...fitting.filter(({ vouched }) => vouched).map(({ size }) => size));
  const finding =
    (await findContradiction(fitting, evidence)) ??
    findTruncation(evidence) ??
    findAlteredEnd(evidence) ??
    describe(evidence);
  return { ...finding, head: chain.head, vouchedSize };
}

async function fits(claim: Claim, { directory, chain }: Evidence): Promise<boolean> {
  if (claim.forged) return false;
  const head = chain.headAt(claim.size);
  if (head !== undefined) return (claim.root ?? head.root) === head.root && (claim.hash ?? head.hash) === head.hash;
  return claim.size < chain.start && precedes(claim, chain.headAt(chain.start), directory);
}

/** A claim about records that were pruned: the stored tree must prove that what is left grew out of it. */
async function precedes({ size, root }: Claim, start: LogHead | undefined, directory: string): Promise<boolean> {
  if (root === undefined || start === undefined) return false;
  const proof = await consistencyProof(size, start.size, subtreesOf(treeDirectory(directory))).catch(() => []);
  return verifyConsistency(size, start.size, proof, root, start.root);
}

async function findContradiction(fitting: readonly Claim[], evidence: Evidence): Promise<Finding | null> {
  const { claims, chain } = evidence;
  const claim = claims.find((each) => each.size <= chain.head.size && !fitting.includes(each));
  if (claim === undefined) return null;
  if (claim.forged) {
    const where = { ...placeOf(claim.size), segment: claim.file };
    return { outcome: 'edited', reason: `${nameOf(claim)} is not signed by the log key given`, where };
  }
  const agreed = Math.max(0, ...fitting.map(({ size }) => size).filter((size) => size < claim.size));
  const changed = await firstChangedRecord(claim, evidence.directory, evidence.segments);
  const span = changed === null ? `between records ${agreed} and ${claim.size - 1}` : `from record ${changed} on`;
  const reason = `the log chains, but it is not the one that ${nameOf(claim)} commits to: rewritten ${span}`;
  return { outcome: 'forked', reason, where: placeOf(changed ?? agreed) };
}

function findTruncation({ claims, chain: { head }, tornBytes }: Evidence): Finding | null {
  const where = placeOf(head.size);
  const longest = claims.at(-1);
  if (longest !== undefined && longest.size > head.size) {
    return {
      outcome: 'truncated',
      reason: `${nameOf(longest)} commits to ${longest.size} records, the log has ${head.size}`,
      where,
    };
  }
  if (tornBytes === 0) return null;
  return {
    outcome: 'truncated',
    reason: `the log ends in ${tornBytes} bytes of an unfinished line: a crash, or a cut`,
    where,
  };
}

/** Nothing follows the last line, so nothing vouches for it: it must at least be what a writer would have written. */
function findAlteredEnd({ segments, chain }: Evidence): Finding | null {
  const segment = segments.at(-1);
  const last = segment && readLastLine(segment.path);
  if (!last || decodeLine(last.line.toString('utf8')) !== null) return null;
  const seq = chain.head.size - 1;
  const where = { segment: segment.name, line: seq - segment.firstSeq + 1, offset: last.offset, seq };
  return { outcome: 'edited', reason: `record ${seq} was altered: its line is not a canonical record`, where };
}

function describe({ claims, chain: { head, start } }: Evidence): Finding {
  const pruned = start === 0 ? '' : `; the first ${start} were pruned`;
  const anchor = claims.find(({ source }) => source === 'anchor');
  if (anchor !== undefined && anchor.size < head.size) {
    const reason = `the ${anchor.size} anchored records are unchanged, ${head.size - anchor.size} came after${pruned}`;
    return { outcome: 'grown', reason, where: null };
  }
  return { outcome: 'intact', reason: `${head.size} records, each following the one before${pruned}`, where: null };
}

function nameOf({ source, file }: Claim): string {
  return source === 'anchor' ? 'the anchor' : `the checkpoint in ${file}`;
}

function placeOf(seq: number): LogPlace {
  return { segment: null, line: null, offset: null, seq };
}
