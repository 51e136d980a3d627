import { without } from '../../claim/claim';
import { type Gate, inconclusive, skip, sound } from '../gate';

/** The claim is about what the rows are. */
export const claimUnit: Gate = {
  name: 'claim-unit',
  kinds: without('prediction', 'classification'),
  looksFor: 'ecological inference: a claim about persons from averages of regions',
  statistic: 'none: declared facts',
  threshold: 'claim_unit equals unit',
  source: 'Robinson, Ecological correlations and the behavior of individuals (1950)',
  examine({
    claim: {
      declared: { claim_unit: claimed, unit },
    },
  }) {
    if (claimed === undefined) return skip('no claim_unit is declared');
    if (unit === undefined)
      return inconclusive(`the claim is about each ${claimed}; declare the unit a row stands for`);
    return same(claimed, unit)
      ? sound(`rows and claim are both about the ${unit}`)
      : inconclusive(
          `each row is a ${unit}, the claim is about each ${claimed} (ecological inference): an association of ${unit} averages can be absent or opposite among ${claimed}s; use one row per ${claimed}`,
        );
  },
};

function same(a: string, b: string): boolean {
  const plain = (text: string): string => text.trim().toLowerCase().replace(/s$/, '');
  return plain(a) === plain(b);
}
