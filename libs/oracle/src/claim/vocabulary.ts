import { didYouMean } from '@svc/closest-name';

/** A closed word that a fact can have, and what else is read as it. */
interface Term {
  readonly term: string;
  /** First words that mean the same. */
  readonly spellings: readonly string[];
  /** Words that mean it wherever they stand: only for terms that cost a verdict, never for one that buys it. */
  readonly anywhere?: RegExp;
}

/** A fact as declared: its closed word, and the rest as a note that is never evidence. */
export interface Stated {
  readonly term: string;
  readonly note: string;
}

const DESIGN: readonly Term[] = [
  {
    term: 'observational',
    spellings: [
      'observational',
      'observed',
      'quasi-experiment',
      'quasi-experimental',
      'natural',
      'non-random',
      'nonrandom',
      'non-randomised',
      'non-randomized',
      'nonrandomised',
      'nonrandomized',
      'not',
      'non',
      'self-selected',
      'cohort',
      'survey',
      'retrospective',
    ],
  },
  {
    term: 'randomised',
    spellings: [
      'randomised',
      'randomized',
      'random',
      'randomly',
      'experiment',
      'experimental',
      'rct',
      'trial',
      'a/b',
      'ab',
      'lottery',
      'coin',
    ],
  },
];

const ASSIGNMENT: readonly Term[] = [
  ...DESIGN,
  {
    term: 'rule',
    spellings: ['rule', 'cutoff', 'threshold'],
    anywhere: /[<>]|\b(below|above|lowest|highest|worst|best|top|bottom)\b/i,
  },
  {
    term: 'self-selected',
    spellings: ['self-selected', 'chosen', 'chose', 'voluntary', 'opt-in', 'opted'],
    anywhere: /\b(chose|chosen|choice|volunt\w+|opt(ed)?[ -]in)\b/i,
  },
];

/** A population that was selected, perhaps by what is claimed. */
const SELECTED =
  /\b(selected|open|active|survivors?|surviving|current(ly)?|still|today|remaining|retained|admitted|approved|accepted|completers?|completed|responders?|respondents|hospitali[sz]ed|survived|converted|successful|winners|published|listed)\b/i;

const POPULATION: readonly Term[] = [
  {
    term: 'all',
    spellings: ['all', 'every', 'everyone', 'everybody', 'whole', 'entire', 'full', 'census', 'complete'],
  },
  { term: 'random_sample', spellings: ['random_sample', 'random', 'sample'] },
  { term: 'selected', spellings: ['selected'], anywhere: SELECTED },
];

const STOPPING: readonly Term[] = [
  { term: 'fixed', spellings: ['fixed', 'horizon', 'planned', 'preset', 'pre-set', 'end'] },
  {
    term: 'sequential',
    spellings: ['sequential', 'group-sequential', 'pocock', 'obrien-fleming', 'alpha-spending', 'always-valid'],
  },
  { term: 'optional', spellings: ['optional', 'first', 'until', 'when', 'as'], anywhere: /p ?<|signific|as soon/i },
];

const ENCODING_SOURCE: readonly Term[] = [
  { term: 'training_rows', spellings: ['training_rows', 'training', 'train'] },
  {
    term: 'other_rows',
    spellings: [
      'other_rows',
      'other',
      'last',
      'previous',
      'past',
      'earlier',
      'history',
      'held-out',
      'external',
      'out-of-fold',
    ],
  },
  { term: 'these_rows', spellings: ['these_rows', 'these', 'same', 'all', 'full', 'whole', 'target', 'in-sample'] },
];

/** Facts whose values are closed words. */
const VOCABULARIES = {
  design: DESIGN,
  assignment: ASSIGNMENT,
  population: POPULATION,
  stopping: STOPPING,
  encoding_source: ENCODING_SOURCE,
} as const;
export type VocabularyFact = keyof typeof VOCABULARIES;

/**
 * Reads a closed fact: its first word decides, whatever follows is a note. Words that cost a verdict count wherever they
 * stand, so that no note hides them; words that would buy one count only in first place. Null when no term fits.
 */
export function stated(fact: VocabularyFact, text: string): Stated | null {
  const terms: readonly Term[] = VOCABULARIES[fact];
  const [first = ''] = text
    .trim()
    .toLowerCase()
    .split(/[\s:,;(]+/);
  const leading = terms.find((it) => it.term === first || it.spellings.includes(first));
  const found = leading ?? terms.find((it) => it.anywhere?.test(text) ?? false);
  return found === undefined ? null : { term: found.term, note: text.trim() };
}

/** The closed word of a declared fact; undefined when it is not declared. */
export function termOf(fact: VocabularyFact, text: string | undefined): string | undefined {
  return text === undefined ? undefined : stated(fact, text)?.term;
}

/** Why a text is no value of the fact: its words, with the nearest. */
export function unknownTerm(fact: VocabularyFact, text: string): string {
  const terms = VOCABULARIES[fact].map(({ term }) => term);
  const [first = ''] = text.trim().split(/[\s:,;(]+/);
  return `must begin with one of ${terms.join(', ')}; a note may follow${didYouMean(first, terms)}`;
}
