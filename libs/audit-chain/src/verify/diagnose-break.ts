import { readLink, type ChainLink } from '../log/segment/chain-link';
import { decodeLine, lineHash } from '../record/record-line';
import { scanLines } from '../log/segment/scan-lines';
import type { Segment } from '../log/segment/segment';
import type { LogPlace } from './log-verification';

/** The first place where a chain breaks, and what was done there. */
export interface ChainBreak {
  readonly outcome: 'edited' | 'reordered';
  readonly reason: string;
  readonly where: LogPlace;
}

interface SeenLine {
  readonly link: ChainLink | null;
  readonly hash: string;
  readonly canonical: boolean;
  readonly place: Omit<LogPlace, 'seq'>;
}

/** Everything about the neighbourhood of a break that tells one kind of tampering from another. */
interface Neighbourhood {
  readonly expected: ChainLink;
  readonly before: SeenLine | null;
  readonly suspect: SeenLine | null;
  readonly after: SeenLine | null;
  readonly expectedComesLater: boolean;
  readonly suspectComesAgain: boolean;
}

/**
 * Finds the first line that does not follow the one before and says what was done. Reads line by line: for logs that
 * are known to be broken. Null if every line follows.
 */
export function diagnoseBreak(segments: readonly Segment[], start: ChainLink): ChainBreak | null {
  const around = findBreak(segments, start);
  return around.suspect === null ? null : judge({ ...around, suspect: around.suspect });
}

function findBreak(segments: readonly Segment[], start: ChainLink): Neighbourhood {
  let expected = start;
  let [before, suspect, after]: [SeenLine | null, SeenLine | null, SeenLine | null] = [null, null, null];
  let [expectedComesLater, suspectComesAgain] = [false, false];
  for (const segment of segments) {
    let line = 0;
    scanLines(segment.path, 0, Infinity, (buffer, from, end, offset) => {
      line += 1;
      const text = buffer.toString('latin1', from, end);
      const link = readLink(text);
      if (suspect !== null) {
        expectedComesLater ||= link?.seq === expected.seq;
        suspectComesAgain ||= link?.seq === suspect.link?.seq;
      }
      if (suspect !== null && after !== null) return;
      const hash = lineHash(buffer.subarray(from, end));
      const seen = { link, hash, place: { segment: segment.name, line, offset } };
      if (suspect !== null) {
        after = { ...seen, canonical: true };
      } else if (link?.seq === expected.seq && link.prev === expected.prev) {
        before = { ...seen, canonical: true };
        expected = { seq: expected.seq + 1, prev: hash };
      } else {
        suspect = { ...seen, canonical: decodeLine(buffer.toString('utf8', from, end)) !== null };
      }
    });
  }
  return { expected, before, suspect, after, expectedComesLater, suspectComesAgain };
}

function judge({
  expected,
  before,
  suspect,
  after,
  expectedComesLater,
  suspectComesAgain,
}: Neighbourhood & { suspect: SeenLine }): ChainBreak {
  const { seq } = expected;
  const at = (line: SeenLine, number = seq): LogPlace => ({ ...line.place, seq: number });
  const edited = (where: LogPlace, reason: string): ChainBreak => ({ outcome: 'edited', reason, where });
  const successor = after?.link;
  if (!suspect.canonical || suspect.link === null)
    return edited(at(suspect), `record ${seq} was altered: its line is not a canonical record`);
  if (suspect.link.seq === seq) {
    // The next line vouches for the suspect, so it is the line before that is not what it was.
    const vouched = successor?.seq === seq + 1 && successor.prev === suspect.hash;
    if (vouched && before !== null)
      return edited(at(before, seq - 1), `record ${seq - 1} was altered: the next line names another hash`);
    return edited(at(suspect), `record ${seq} was altered: it does not name the line before it`);
  }
  if (suspect.link.seq > seq && expectedComesLater && !suspectComesAgain) {
    return {
      outcome: 'reordered',
      reason: `record ${suspect.link.seq} stands where record ${seq} belongs`,
      where: at(suspect),
    };
  }
  if (successor?.seq === seq + 1 && successor.prev !== suspect.hash)
    return edited(at(suspect), `record ${seq} was altered: it carries number ${suspect.link.seq}`);
  if (suspect.link.seq > seq && !expectedComesLater) return edited(at(suspect), missing(seq, suspect.link.seq - 1));
  return edited(at(suspect), `a line numbered ${suspect.link.seq} was put in before record ${seq}`);
}

function missing(first: number, last: number): string {
  return first === last ? `record ${first} is missing` : `records ${first} to ${last} are missing`;
}
