/** Static SVG, built as text: no script, no external reference, safe to show inside a page. */
export const WIDTH = 640;
export const MARGIN = { left: 190, right: 30, top: 40, bottom: 44 };

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** User text as XML text: column names may hold anything. */
export function escapeText(text: string): string {
  // Control characters and lone surrogates are not allowed in XML at all.
  return text
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD')
    .replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

export function shorten(text: string, most = 28): string {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : text;
}

/** One SVG document with a title that screen readers say. */
export function document(title: string, height: number, body: readonly string[]): string {
  const safe = escapeText(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${safe}" font-family="system-ui, sans-serif" font-size="12">`,
    `<title>${safe}</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="22" font-size="14" font-weight="600" fill="#111">${escapeText(shorten(title, 84))}</text>`,
    ...body,
    '</svg>',
  ].join('\n');
}

export type Scale = (value: number) => number;

/** Maps a range of values to a range of pixels; an empty range is widened. */
export function scaleOf([low, high]: readonly [number, number], [from, to]: readonly [number, number]): Scale {
  const span = high > low ? high - low : Math.max(1e-12, Math.abs(low)) * 2;
  const start = high > low ? low : low - span / 2;
  return (value) => from + ((value - start) / span) * (to - from);
}

/** Lowest and highest of the finite values, with a twentieth of air on both sides. */
export function rangeOf(values: Iterable<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const air = (high - low) * 0.05;
  return [low - air, high + air];
}

/** Round numbers (1, 2 or 5 times a power of ten) across a range. */
export function ticksOf([low, high]: readonly [number, number], about = 6): number[] {
  const step = (high - low) / about;
  if (!(step > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(step));
  const round = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= step) ?? step;
  const ticks: number[] = [];
  for (let k = Math.ceil(low / round); k * round <= high; k++) ticks.push(k * round);
  return ticks;
}

export function pixel(value: number): string {
  return value.toFixed(1);
}

/** A horizontal axis with ticks and a label. */
export function xAxis(range: readonly [number, number], scale: Scale, y: number, label: string, sayTick: (value: number) => string): string[] {
  const [low, high] = range;
  return [
    `<line x1="${pixel(scale(low))}" x2="${pixel(scale(high))}" y1="${y}" y2="${y}" stroke="#888"/>`,
    ...ticksOf(range).map((tick) => `<text x="${pixel(scale(tick))}" y="${y + 16}" text-anchor="middle" fill="#444">${escapeText(sayTick(tick))}</text>`),
    `<text x="${pixel((scale(low) + scale(high)) / 2)}" y="${y + 34}" text-anchor="middle" fill="#444">${escapeText(shorten(label, 70))}</text>`,
  ];
}
