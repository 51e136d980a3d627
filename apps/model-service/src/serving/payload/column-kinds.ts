import type { FlatInput } from '../../scorer/flat/flat-document';

/** Types of a signature whose cells a scorer's input takes. */
export const MAY_FEED: Readonly<Record<FlatInput['kind'], readonly string[]>> = {
  number: ['double', 'float', 'long', 'integer'],
  boolean: ['boolean'],
  datetime: ['datetime'],
  category: ['string'],
};
