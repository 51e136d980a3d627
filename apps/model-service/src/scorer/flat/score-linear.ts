import { BadScorer, type FlatLinear } from './flat-document';
import type { RawScorer } from './raw-scorer';

/** Scales what a row has and sums in order of the features, as the reference walker does. */
export function linearScorer({ fill, mean, scale, coef, intercept }: FlatLinear, width: number): RawScorer {
  const parts = [fill, mean, scale, ...coef];
  if (parts.some((it) => it.length !== width)) throw new BadScorer('a linear model has as many numbers as features');
  if (coef.length !== intercept.length) throw new BadScorer('a linear model has an intercept for each raw score');
  const coefficients = Float64Array.from(coef.flat());
  const z = new Float64Array(width);
  return {
    outputs: coef.length,
    score(features, raw) {
      for (let j = 0; j < width; j += 1) {
        const value = features[j] ?? NaN;
        z[j] = ((Number.isNaN(value) ? (fill[j] ?? 0) : value) - (mean[j] ?? 0)) / (scale[j] ?? 1);
      }
      for (let i = 0; i < coef.length; i += 1) {
        let sum = 0;
        for (let j = 0; j < width; j += 1) sum += (coefficients[i * width + j] ?? 0) * (z[j] ?? 0);
        raw[i] = sum + (intercept[i] ?? 0);
      }
    },
  };
}
