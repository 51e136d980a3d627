import { distance } from 'fastest-levenshtein';

/** The name that `typed` was probably meant to be, or null when nothing is near. Two swapped letters count as two differences. */
export function closestName(typed: string, names: readonly string[]): string | null {
  const most = typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const near = names
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

/** `; did you mean "carrier"? `, or the end of the sentence: put between what is wrong and the list of what would have been right. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const best = closestName(typed, names);
  return best === null ? '. ' : `; did you mean "${best}"? `;
}

/** More than this nobody reads in a sentence, and a project has thousands of metrics. */
const MAX_LISTED = 50;

/** A list for a sentence: `"a", "b"`, or `none`; a long one ends with how many more there are. */
export function quotedList(names: readonly string[]): string {
  const listed = names
    .slice(0, MAX_LISTED)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length === 0
    ? 'none'
    : names.length > MAX_LISTED
      ? `${listed} and ${names.length - MAX_LISTED} more`
      : listed;
}
