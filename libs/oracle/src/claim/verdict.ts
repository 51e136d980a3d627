/** What a check says of a claim. */
export type Verdict = 'sound' | 'unsound' | 'inconclusive';
