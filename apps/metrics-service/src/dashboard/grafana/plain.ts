/** Grafana reads a dollar sign as the start of a variable; this text must stay literal. */
export function plain(text: string): string {
  return text.replaceAll('$', '＄');
}
