/** Nobody reads more than this in a sentence, and a project has thousands of metrics. */
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
