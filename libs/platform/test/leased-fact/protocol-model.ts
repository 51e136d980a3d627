import { type HeldFact, Holdings, type Question } from '../../src/leased-fact/holdings';
import type { Instant, LeaseTerms } from '../../src/leased-fact/lease-terms';
import { Withdrawal } from '../../src/leased-fact/withdrawal';

/** What the model runs: the implementation, or one with a fault. */
export interface Protocol {
  readonly terms: LeaseTerms;
  readonly holdings: (terms: LeaseTerms) => Holdings<number>;
  readonly withdrawal: (terms: LeaseTerms, committedAt: number) => Withdrawal;
  /** The lease begins with the question, not with the answer. */
  readonly countsFromQuestion: boolean;
  /** An owner lists the holder before it reads the fact. */
  readonly admitsFirst: boolean;
  /** A change lists the holders after its commit. */
  readonly listsAfterCommit: boolean;
  /** A holder drops the fact before it confirms. */
  readonly dropsFirst: boolean;
  /** A holder that lapsed is removed a lease and a margin later, if it is still marked. */
  readonly forgetsLate: boolean;
  readonly forgetsMarked: boolean;
  /** A change that finds nothing to change, because another one that never ended has made it, withdraws all the same. */
  readonly repeatsWithdraw: boolean;
}

export interface Bounds {
  readonly holders: number;
  /** Questions that each holder may send. */
  readonly questions: number;
  /** The version after each change: a repetition has that of the change before. */
  readonly changes: readonly number[];
  /** Ticks by which clocks of holders may fall behind, all together. */
  readonly slips: number;
  /** Whether holders may end in good order. */
  readonly stops: boolean;
}

export const TOPIC = 'fact';
export const at = (tick: number): Instant => ({ monotonic: tick, wall: tick });

/** A question and all that became of it: messages stay in the network for ever, and arrive at any time, or again, or never. */
export interface Asked {
  readonly question: Question;
  /** What was acknowledged when it was asked: an answer must not be older. */
  readonly floor: number;
  admitted: boolean;
  readonly answers: Set<number>;
  ended: boolean;
}

export interface Holder {
  clock: number;
  holdings: Holdings<number>;
  asked: Asked[];
  left: boolean;
}

/** An owner replica that makes one change. It dies by never going on. */
export interface Change {
  readonly version: number;
  phase: 'idle' | 'listed-early' | 'committed' | 'telling' | 'acknowledged' | 'lapsed' | 'done';
  withdrawal: Withdrawal | null;
  since: number;
  unheard: string[];
  early: string[];
  readonly confirmations: Set<number>;
}

/** Everything there is at one moment. The clock of owners is real time. */
export interface World {
  now: number;
  stored: number;
  /** The highest version whose change was acknowledged. */
  acknowledged: number;
  slips: number;
  /** What each holder's row says: none, no mark, or the change that marked it. */
  rows: (null | 'live' | number)[];
  holders: Holder[];
  changes: Change[];
}

export function begin({ holders, changes, slips }: Bounds, protocol: Protocol): World {
  return {
    now: 0,
    stored: 0,
    acknowledged: 0,
    slips,
    rows: Array.from({ length: holders }, () => null),
    holders: Array.from({ length: holders }, () => ({
      clock: 0,
      holdings: protocol.holdings(protocol.terms),
      asked: [],
      left: false,
    })),
    changes: changes.map((version) => ({
      version,
      phase: 'idle',
      withdrawal: null,
      since: 0,
      unheard: [],
      early: [],
      confirmations: new Set<number>(),
    })),
  };
}

/** A copy that shares nothing that changes. */
export function copy(world: World, protocol: Protocol): World {
  return {
    ...world,
    rows: [...world.rows],
    holders: world.holders.map((it) => copyHolder(it, protocol)),
    changes: world.changes.map((it) => copyChange(it, protocol)),
  };
}

function copyHolder(holder: Holder, { holdings, terms }: Protocol): Holder {
  const copied = holdings(terms);
  for (const [key, fact] of holder.holdings.facts) copied.facts.set(key, fact);
  for (const question of holder.holdings.questions) copied.questions.add(question);
  const asked = holder.asked.map((it) => ({ ...it, answers: new Set(it.answers) }));
  return { ...holder, holdings: copied, asked };
}

function copyChange(change: Change, { withdrawal, terms }: Protocol): Change {
  const confirmations = new Set(change.confirmations);
  if (change.withdrawal === null) return { ...change, confirmations };
  const copied = withdrawal(terms, change.since);
  if (change.phase !== 'committed') copied.listed(change.withdrawal.unheard);
  return { ...change, confirmations, withdrawal: copied };
}

/** Worlds with the same name go on alike: of a moment counts only how long ago it was, and not for ever. */
export function nameOf(world: World, { terms }: Protocol): string {
  const term = terms.leaseMs + terms.marginMs;
  const holders = world.holders.map((it) => nameOfHolder(it, terms.leaseMs)).join(';');
  const changes = world.changes.map((it) => nameOfChange(it, world.now, term)).join(';');
  return `${world.stored}#${world.acknowledged}#${world.slips}#${world.rows.join()}#${holders}#${changes}`;
}

function nameOfHolder({ clock, holdings, asked, left }: Holder, leaseMs: number): string {
  if (left) return `left ${asked.length}`;
  const age = (moment: Instant): number => Math.min(clock - moment.monotonic, leaseMs);
  const facts = [...holdings.facts.values()].map((it: HeldFact<number>) => `${it.value}@${age(it.askedAt)}`);
  const questions = asked.map((it) => {
    if (it.ended) return '.';
    const kept = holdings.questions.has(it.question) ? '!' : '';
    return `${it.floor}@${age(it.question.askedAt)}${kept}${it.admitted ? '+' : ''}${[...it.answers].sort().join()}`;
  });
  return `${facts.join()}|${questions.sort().join(' ')}`;
}

function nameOfChange(
  { phase, since, withdrawal, unheard, early, confirmations }: Change,
  now: number,
  term: number,
): string {
  const age = Math.min(now - since, term);
  switch (phase) {
    case 'idle':
    case 'done':
      return phase;
    case 'listed-early':
      return `early ${early.join()}`;
    case 'committed':
      return `committed ${age} ${early.join()}`;
    case 'telling':
      return `telling ${age} ${withdrawal?.unheard.join() ?? ''} ${[...confirmations].sort().join()}`;
    case 'acknowledged':
      return unheard.length === 0 ? 'done' : `acknowledged ${unheard.join()}`;
    case 'lapsed':
      return `lapsed ${age} ${unheard.join()}`;
  }
}
