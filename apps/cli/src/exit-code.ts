/** Exit codes; scripts branch on these. */
export const EXIT = {
  ok: 0,
  failure: 1,
  usage: 2,
  invalidSignature: 3,
  stale: 4,
  otherInstance: 5,
  refused: 6,
  unreachable: 7,
  incomplete: 8,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const BY_PROBLEM: Readonly<Record<string, ExitCode>> = {
  'invalid-signature': EXIT.invalidSignature,
  'stale-certificate': EXIT.stale,
  unauthenticated: EXIT.refused,
  forbidden: EXIT.refused,
  'uncertified-source': EXIT.refused,
  revoked: EXIT.refused,
  'no-claim': EXIT.refused,
  'in-use': EXIT.refused,
  conflict: EXIT.refused,
  'precondition-failed': EXIT.refused,
  'precondition-required': EXIT.refused,
  'rate-limited': EXIT.refused,
  'quota-exceeded': EXIT.refused,
  unavailable: EXIT.unreachable,
  overloaded: EXIT.unreachable,
  'deadline-exceeded': EXIT.unreachable,
};

/** The exit code for a problem of the service; rejected input, and everything else, is 1. */
export function exitCodeOf(problemCode: string): ExitCode {
  return BY_PROBLEM[problemCode] ?? EXIT.failure;
}

const WORST_FIRST: readonly ExitCode[] = [
  EXIT.usage,
  EXIT.invalidSignature,
  EXIT.otherInstance,
  EXIT.stale,
  EXIT.unreachable,
  EXIT.failure,
  EXIT.refused,
  EXIT.incomplete,
];

/** The one code for several outcomes. */
export function worstOf(codes: readonly ExitCode[]): ExitCode {
  return WORST_FIRST.find((code) => codes.includes(code)) ?? EXIT.ok;
}
