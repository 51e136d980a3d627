import { distance } from 'fastest-levenshtein';

/** The name that was probably meant: at most a third of its letters differ (two in short names); null when none is near. */
export function closestName(typed: string, names: readonly string[]): string | null {
  const most = typed.length < 4 ? 1 : Math.max(2, Math.floor(typed.length / 3));
  const near = names
    .map((name) => ({ name, differences: distance(typed.toLowerCase(), name.toLowerCase()) }))
    .filter((it) => it.differences <= most)
    .sort((one, other) => one.differences - other.differences);
  return near[0]?.name ?? null;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, names: readonly string[]): string {
  const name = closestName(typed, names);
  return name === null ? '' : `; did you mean "${name}"?`;
}
