import { invalid } from './call-input';

/** `delay`, as `name = 'delay'` compares it. */
interface Comparison {
  readonly field: string;
  readonly operator: '=' | '!=' | 'LIKE' | 'ILIKE' | 'IN';
  readonly values: readonly string[];
}

const COMPARISON =
  /^\s*(name|run_id|source_path|version_number|tags?\.(?:`[^`]+`|"[^"]+"|[\w.-]+))\s*(=|!=|LIKE\b|ILIKE\b|IN\b)\s*('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\d+|\((?:\s*'[^']*'\s*,?)*\))\s*/i;
const MAX_CHARS = 2_000;

/** Tests a thing by what it answers for a field: the name of a column, or `tags.<key>`. */
export type FieldTest = (valueOf: (field: string) => string | null) => boolean;

/**
 * Reads the filter of MLflow's searches of the registry: comparisons joined by AND. Refuses what it does not understand: a filter
 * that is ignored would show what was not asked for.
 */
export function readFilter(text: string): FieldTest {
  const comparisons: Comparison[] = [];
  let rest = text.slice(0, MAX_CHARS + 1).trim();
  if (rest.length > MAX_CHARS) throw invalid(`A filter may have at most ${MAX_CHARS} characters.`);
  while (rest !== '') {
    const [read, field = '', operator = '', value = ''] = COMPARISON.exec(rest) ?? [];
    if (read === undefined) throw misunderstood(rest);
    comparisons.push({ field: fieldOf(field), operator: operatorOf(operator), values: valuesOf(value) });
    rest = rest.slice(read.length);
    const [and] = /^AND\s+/i.exec(rest) ?? [];
    if (rest !== '' && and === undefined) throw misunderstood(rest);
    rest = rest.slice(and?.length ?? 0);
    if (and !== undefined && rest === '') throw misunderstood(and);
  }
  return (valueOf) => comparisons.every((it) => holds(it, valueOf(it.field)));
}

function holds({ operator, values: [first = '', ...more] }: Comparison, value: string | null): boolean {
  if (value === null) return false;
  switch (operator) {
    case '=':
      return value === first;
    case '!=':
      return value !== first;
    case 'IN':
      return [first, ...more].includes(value);
    case 'LIKE':
      return like(value, first);
    case 'ILIKE':
      return like(value.toLowerCase(), first.toLowerCase());
  }
}

/** `%` stands for any text, `_` for one character. In linear time for the patterns of a search box, and never exponential. */
function like(value: string, pattern: string): boolean {
  let [at, place, star, back] = [0, 0, -1, 0];
  while (at < value.length) {
    if (place < pattern.length && pattern[place] === '%') [star, back, place] = [place, at, place + 1];
    else if (place < pattern.length && (pattern[place] === '_' || pattern[place] === value[at]))
      [at, place] = [at + 1, place + 1];
    else if (star >= 0) [back, at, place] = [back + 1, back + 1, star + 1];
    else return false;
  }
  return /^%*$/.test(pattern.slice(place));
}

function fieldOf(text: string): string {
  const [, key] = /^tags?\.[`"]?(.*?)[`"]?$/i.exec(text) ?? [];
  return key === undefined ? text.toLowerCase() : `tags.${key}`;
}

function operatorOf(text: string): Comparison['operator'] {
  const upper = text.toUpperCase();
  if (upper === '=' || upper === '!=' || upper === 'LIKE' || upper === 'ILIKE' || upper === 'IN') return upper;
  throw misunderstood(text);
}

function valuesOf(text: string): string[] {
  if (text.startsWith('(')) return [...text.matchAll(/'([^']*)'/g)].map(([, it = '']) => it);
  return [/^\d+$/.test(text) ? text : text.slice(1, -1).replaceAll(/\\(.)/g, '$1')];
}

function misunderstood(rest: string) {
  return invalid(
    `The filter cannot be read from here: "${rest.slice(0, 60)}". Write comparisons such as name LIKE 'a%' AND tags.team = 'x'.`,
  );
}
