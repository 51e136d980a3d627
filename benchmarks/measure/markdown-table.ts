/** A Markdown table; all columns after the first `texts` are numbers, set to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], texts = 1): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const rule = head.map((_, at) => (at < texts ? '---' : '--:'));
  return `${[head, rule, ...rows].map(line).join('\n')}\n`;
}

/** `0.42`, `3.1`, `128`: three digits that mean something, fewer where they would not. */
export function figure(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString('en-US');
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** `3.1×`. */
export function times(ratio: number): string {
  return `${figure(ratio)}×`;
}
