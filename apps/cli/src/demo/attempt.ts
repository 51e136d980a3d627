/** Something that was done to a piece of evidence, and what became of it. */
export interface Attempt {
  readonly on: 'certificate' | 'log';
  /** `one digit changed`. */
  readonly title: string;
  /** What exactly was done. */
  readonly change: string;
  /** `control`: nothing was done, and it must be accepted. */
  readonly kind: 'tampering' | 'control';
  readonly accepted: boolean;
  /** What looked at it and decided: `the signature`. */
  readonly by: string;
  /** What it found, in its own words. */
  readonly finding: string;
  /** The code or outcome that programs see. */
  readonly outcome: string;
  /** What somebody sees who lacks what it takes: a key, an anchor. Null where nothing is needed but the evidence. */
  readonly unaided: string | null;
}

/** Whether it went as it should: tampering caught, an original accepted. */
export function asItShould({ kind, accepted }: Pick<Attempt, 'kind' | 'accepted'>): boolean {
  return accepted === (kind === 'control');
}
