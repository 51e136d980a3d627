/** A dollar sign begins a variable of Grafana; without it our words are only words. */
export function plain(text: string): string {
  return text.replaceAll('$', '＄');
}
