/** The known name closest to a mistyped one, or null when none is close (a third of its letters, at least one). */
export function nearestName(typed: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const name of known) {
    const distance =
      name.toLowerCase() === typed.toLowerCase() ? 0 : editDistance(typed.toLowerCase(), name.toLowerCase());
    if (distance < least) {
      least = distance;
      best = name;
    }
  }
  return best;
}

/** `; did you mean "x"?`, or nothing. */
export function didYouMean(typed: string, known: Iterable<string>): string {
  const name = nearestName(typed, known);
  return name === null ? '' : `; did you mean "${name}"?`;
}

/** Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
export function editDistance(a: string, b: string): number {
  let previous: number[] = [];
  let current = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const older = previous;
    previous = current;
    current = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (older[j - 2] ?? 0) + 1);
      current.push(least);
    }
  }
  return current[b.length] ?? 0;
}
