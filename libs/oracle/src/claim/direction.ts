import type { Claim } from './claim';

/** Which way the claim says it goes: 1 the contrast is positive, −1 negative, 0 not said. */
export interface Direction {
  readonly sign: -1 | 0 | 1;
  /** Where it was found. */
  readonly from: 'declared' | 'question' | 'none';
  /** The words it was read from. */
  readonly words: string;
}

const NONE: Direction = { sign: 0, from: 'none', words: '' };

const VERB_UP =
  /\b(rais(?:es?|ed|ing)|increas(?:es?|ed|ing)|improv(?:es?|ed|ing)|boost(?:s|ed)?|lift(?:s|ed)?|ris(?:es?|ing)|rose|grow(?:s|ing)?|grew|gain(?:s|ed)?)\b/gi;
const VERB_DOWN =
  /\b(lower(?:s|ed|ing)|reduc(?:es?|ed|ing)|decreas(?:es?|ed|ing)|cuts?|drop(?:s|ped)?|falls?|falling|fell|declin(?:es?|ed|ing)|shrinks?|shrinking)\b/gi;
const COMPARED_UP =
  /\b(higher|greater|more|better|larger|longer|later|exceeds?|above|outperforms?|beats?|favou?red|positive)\b/gi;
const COMPARED_DOWN = /\b(lower|fewer|less|smaller|shorter|worse|earlier|below|under|underperforms?|negative)\b/gi;
const NEGATION = /\b(not|no|never|neither|without|whether|if)\b|n't\b/i;

const DECLARED_UP = new Set([
  '>',
  '+',
  'up',
  'increase',
  'higher',
  'greater',
  'more',
  'positive',
  'larger',
  'above',
  'rise',
  'rising',
]);
const DECLARED_DOWN = new Set([
  '<',
  '-',
  '−',
  'down',
  'decrease',
  'lower',
  'less',
  'negative',
  'smaller',
  'below',
  'fall',
  'falling',
]);

/** Plain words a direction can be declared in. */
export const DIRECTION_WORDS: readonly string[] = [...DECLARED_UP, ...DECLARED_DOWN].filter((word) =>
  /^[a-z]/.test(word),
);

/** Whether a declared direction can be read at all; which groups "B>A" names, only the data say. */
export function isDirection(text: string): boolean {
  const lower = text.trim().toLowerCase();
  return DECLARED_UP.has(lower) || DECLARED_DOWN.has(lower) || /^[^<>]*[<>][^<>]*$/.test(lower);
}

/** Names of the contrast's two sides: the estimate is `subject` minus `reference`. Empty when it is a slope or a level. */
export interface Sides {
  readonly reference: string;
  readonly subject: string;
}

/**
 * Reads the claimed direction: from `declared.direction` ("B>A", "A<B", ">", "increase"), else from plain words of
 * the question, and only when they can be read one way. A question that says "raises" must not be certified by a fall.
 */
export function directionOf(claim: Claim, sides: Sides | null): Direction {
  const declared = claim.declared.direction?.trim();
  if (declared !== undefined) {
    const sign = declaredSign(declared, sides);
    if (sign !== 0) return { sign, from: 'declared', words: declared };
  }
  return questionDirection(claim, sides);
}

function declaredSign(text: string, sides: Sides | null): -1 | 0 | 1 {
  const lower = text.toLowerCase();
  if (DECLARED_UP.has(lower)) return 1;
  if (DECLARED_DOWN.has(lower)) return -1;
  const parts = /^(.*?)\s*([<>])\s*(.*)$/.exec(text);
  if (parts === null || sides === null) return sides === null && parts !== null ? (parts[2] === '>' ? 1 : -1) : 0;
  const [, left = '', operator = '', right = ''] = parts;
  const same = (a: string, b: string): boolean => a.trim().toLowerCase() === b.toLowerCase();
  const up = operator === '>' ? 1 : -1;
  if (same(left, sides.subject) || same(right, sides.reference)) return up;
  if (same(left, sides.reference) || same(right, sides.subject)) return up === 1 ? -1 : 1;
  return 0;
}

/**
 * Comparatives count only where two things, or a thing and a number, are compared: "shorter trips have shorter
 * delays" is a rising slope. Two direction words, or a negation, say nothing that a machine should read.
 */
function questionDirection(claim: Claim, sides: Sides | null): Direction {
  const { question } = claim;
  const compares = sides !== null || claim.kind === 'level' || claim.kind === 'proportion';
  const up = [...question.matchAll(VERB_UP), ...(compares ? question.matchAll(COMPARED_UP) : [])];
  const down = [...question.matchAll(VERB_DOWN), ...(compares ? question.matchAll(COMPARED_DOWN) : [])];
  const [found] = [...up, ...down];
  if (found === undefined || up.length + down.length > 1 || NEGATION.test(question)) return NONE;
  const spoken: -1 | 1 = up.length > 0 ? 1 : -1;
  const swap = sides === null ? 1 : orientation(question, sides);
  if (swap === 0) return NONE;
  return { sign: swap === 1 ? spoken : spoken === 1 ? -1 : 1, from: 'question', words: found[0] };
}

/** 1 when the question's grammatical subject is the contrast's subject, −1 when it is the reference, 0 when unclear. */
function orientation(question: string, sides: Sides): -1 | 0 | 1 {
  const subject = mention(question, sides.subject);
  const reference = mention(question, sides.reference);
  if (subject === -1 && reference === -1) return isFlag(sides) ? 1 : 0;
  if (reference === -1) return 1;
  if (subject === -1) return -1;
  return subject < reference ? 1 : -1;
}

/** Treated/untreated flags are not named in questions: "coaching raised the score" speaks of the treated. */
function isFlag({ subject, reference }: Sides): boolean {
  return ['1', 'true', 'yes'].includes(subject.toLowerCase()) && ['0', 'false', 'no'].includes(reference.toLowerCase());
}

function mention(question: string, label: string): number {
  const escaped = label.replaceAll(/[^A-Za-z0-9_]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // A one-letter label must match its case, or "a" the article would be group A.
  return question.search(new RegExp(`(?<![A-Za-z0-9_])${escaped}(?![A-Za-z0-9_])`, label.length > 1 ? 'i' : ''));
}
