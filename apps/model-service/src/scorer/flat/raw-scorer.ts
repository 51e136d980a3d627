/** From a member's features to its raw scores, before its link. Not for two rows at once: it may keep scratch space. */
export interface RawScorer {
  readonly outputs: number;
  score(features: Float64Array, raw: Float64Array): void;
}
