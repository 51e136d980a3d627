import { elapsedMs, type Instant, type LeaseTerms } from './lease-terms';

/** What an owner says, and the topics whose changes it announces before it acknowledges them; null when it grants no lease. */
export interface Leased<Value> {
  readonly value: Value;
  readonly topics: readonly string[] | null;
}

export interface HeldFact<Value> {
  readonly value: Value;
  readonly topics: readonly string[];
  readonly askedAt: Instant;
}

/** A question on its way. */
export interface Question {
  readonly key: string;
  readonly askedAt: Instant;
}

/**
 * The facts that a replica holds leases on: the rules of the holder, without clocks and messages. Checked exhaustively, in
 * `protocol.spec.ts`, together with {@link Withdrawal}.
 */
export class Holdings<Value> {
  readonly facts = new Map<string, HeldFact<Value>>();
  /** Those whose answers may be kept. */
  readonly questions = new Set<Question>();

  constructor(
    protected readonly terms: LeaseTerms,
    private readonly limit: number,
  ) {}

  /** The fact, if no change of it can have been acknowledged before `now`. */
  usable(key: string, now: Instant): HeldFact<Value> | undefined {
    const fact = this.facts.get(key);
    return fact !== undefined && elapsedMs(fact.askedAt, now) < this.terms.leaseMs ? fact : undefined;
  }

  /** To be called before the question is sent: the lease counts from `now`. */
  ask(key: string, now: Instant): Question {
    const question = { key, askedAt: now };
    this.questions.add(question);
    return question;
  }

  /** Keeps the answer, unless a change was heard since the question: it may have been read before that change. */
  answered(question: Question, { value, topics }: Leased<Value>): boolean {
    if (!this.questions.delete(question) || topics === null) return false;
    const before = this.facts.get(question.key);
    if (before !== undefined && before.askedAt.monotonic > question.askedAt.monotonic) return false;
    this.facts.delete(question.key);
    this.facts.set(question.key, { value, topics, askedAt: question.askedAt });
    this.makeRoom();
    return true;
  }

  failed(question: Question): void {
    this.questions.delete(question);
  }

  /** Once this has returned, the holder may confirm: nothing from before the change is held, or will be. */
  revoke(topics: readonly string[]): void {
    // What the questions under way turn out to depend on is not known yet.
    this.questions.clear();
    for (const [key, fact] of this.facts) if (fact.topics.some((it) => topics.includes(it))) this.facts.delete(key);
  }

  clear(): void {
    this.questions.clear();
    this.facts.clear();
  }

  private makeRoom(): void {
    if (this.facts.size <= this.limit) return;
    for (const oldest of this.facts.keys()) {
      this.facts.delete(oldest);
      return;
    }
  }
}
