import { distance } from 'fastest-levenshtein';

/**
 * The name that `typed` was probably meant to be, or null when none is near: at most a third of its letters differ (two in
 * names of four and more, one in shorter ones). Case does not count; two swapped letters are two differences.
 */
export function closestName(typed: string, names: Iterable<string>): string | null {
  const most = typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const near = [...names]
    .map((name) => ({
      name,
      differences: distance(typed.toLowerCase(), name.toLowerCase()),
      longer: Math.abs(name.length - typed.length),
    }))
    .filter((it) => it.differences <= most)
    // As many letters as typed: "dealy" is "delay" rather than "day".
    .sort((left, right) => left.differences - right.differences || left.longer - right.longer);
  return near[0]?.name ?? null;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, names: Iterable<string>): string {
  const name = closestName(typed, names);
  return name === null ? '' : `; did you mean "${name}"?`;
}

/** `; did you mean "x"? `, or the end of the sentence: what stands between a wrong name and the list of the right ones. */
export function didYouMeanOrStop(typed: string, names: Iterable<string>): string {
  return `${didYouMean(typed, names) || '.'} `;
}
