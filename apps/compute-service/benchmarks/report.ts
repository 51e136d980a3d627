/** The quantile of the samples at `share` (0…1); 0 without samples. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function p(values: readonly number[], share: number): string {
  return quantile(values, share).toFixed(2);
}

/** One row of a Markdown table on standard output. */
export function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
