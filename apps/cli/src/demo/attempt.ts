/** One manipulation of a piece of evidence, and how it was detected. */
export interface Attempt {
  readonly on: 'certificate' | 'log';
  /** `one digit changed`. */
  readonly title: string;
  /** The exact manipulation. */
  readonly change: string;
  /** `control`: nothing was changed, and it must be accepted. */
  readonly kind: 'tampering' | 'control';
  readonly accepted: boolean;
  /** The check that decided: `the signature`. */
  readonly by: string;
  /** Its finding, verbatim. */
  readonly finding: string;
  /** The code or outcome that programs see. */
  readonly outcome: string;
  /** What a reader sees who lacks what the check needs: a key, an anchor. Null where the evidence suffices. */
  readonly unaided: string | null;
}

/** Whether the outcome is the right one: tampering detected, an original accepted. */
export function asItShould({ kind, accepted }: Pick<Attempt, 'kind' | 'accepted'>): boolean {
  return accepted === (kind === 'control');
}
