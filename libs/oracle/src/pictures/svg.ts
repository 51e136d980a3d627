/** Static SVG, built as text: no script, no external reference, safe to show inside a page. */
export const WIDTH = 720;
export const INK = {
  text: '#1f2328',
  quiet: '#57606a',
  line: '#8c959f',
  faint: '#d8dee4',
  certified: '#0b57d0',
  other: '#57606a',
  estimate: '#b3261e',
};
export const FONT_SIZE = 12;

/** A part of a page: its drawing begins at the top, and is as wide as the page. */
export interface Panel {
  readonly name: 'forest' | 'residuals' | 'power';
  readonly height: number;
  readonly body: readonly string[];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Not allowed in XML at all, or able to turn round what is read. */
const UNFIT =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** User text as XML text: column names may hold anything. */
export function escapeText(text: string): string {
  return text.replace(UNFIT, '\uFFFD').replace(/[&<>"']/g, (c) => ENTITIES[c] ?? c);
}

const WIDE =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1FAFF}\u{20000}-\u{3FFFD}]/u;

/** About how wide a text is drawn; fonts differ, so it errs on the wide side. */
export function textWidth(text: string, size = FONT_SIZE): number {
  let units = 0;
  for (const letter of text)
    units += WIDE.test(letter)
      ? 1.05
      : /[A-ZmwMW@%—]/.test(letter)
        ? 0.82
        : /[il.,:;'|!\s()[\]]/.test(letter)
          ? 0.42
          : 0.62;
  return units * size;
}

/** The text, cut with an ellipsis where it would be wider. */
export function fitText(text: string, width: number, size = FONT_SIZE): string {
  if (textWidth(text, size) <= width) return text;
  let kept = '';
  for (const letter of text) {
    if (textWidth(`${kept}${letter}…`, size) > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** The text in lines no wider than `width`, broken between words where there are any; the last one is cut. */
export function wrapText(text: string, width: number, most: number, size = FONT_SIZE): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < most - 1 && textWidth(rest, size) > width) {
    const whole = fitText(rest, width, size).slice(0, -1);
    const space = whole.lastIndexOf(' ');
    const line = rest[whole.length] === ' ' || space <= whole.length / 3 ? whole : whole.slice(0, space);
    lines.push(line.trimEnd());
    rest = rest.slice(line.length).trimStart();
  }
  return rest === '' ? lines : [...lines, fitText(rest, width, size)];
}

export interface TextStyle {
  readonly size?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  /** No wider than this; what is cut is in the tooltip. */
  readonly width?: number;
  /** Keeps lines behind it away. */
  readonly halo?: boolean;
}

export function textAt(
  x: number,
  y: number,
  text: string,
  { size = FONT_SIZE, fill = INK.text, anchor = 'start', bold = false, width = Infinity, halo = false }: TextStyle = {},
): string {
  // Bold letters are wider by a tenth.
  const shown = fitText(text, bold ? width / 1.1 : width, size);
  const whole = shown === text ? '' : `<title>${escapeText(text)}</title>`;
  const attributes = [
    size === FONT_SIZE ? '' : ` font-size="${size}"`,
    anchor === 'start' ? '' : ` text-anchor="${anchor}"`,
    bold ? ' font-weight="600"' : '',
    halo ? ' stroke="#fff" stroke-width="4" paint-order="stroke"' : '',
  ];
  return `<text x="${pixel(x)}" y="${pixel(y)}" fill="${fill}"${attributes.join('')}>${whole}${escapeText(shown)}</text>`;
}

/** A straight line; `dash` as SVG takes it. */
export function lineFrom(
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
  stroke: string,
  { width = 1, dash = '' }: { readonly width?: number; readonly dash?: string } = {},
): string {
  const extra = `${width === 1 ? '' : ` stroke-width="${width}"`}${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`;
  return `<line x1="${pixel(x1)}" y1="${pixel(y1)}" x2="${pixel(x2)}" y2="${pixel(y2)}" stroke="${stroke}"${extra}/>`;
}

/** One SVG document with a title that screen readers say. */
export function document(title: string, height: number, body: readonly string[]): string {
  const safe = escapeText(title);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${pixel(height)}" width="${WIDTH}" height="${pixel(height)}" role="img" aria-label="${safe}" font-family="system-ui, 'Noto Sans', 'DejaVu Sans', sans-serif" font-size="${FONT_SIZE}">`,
    `<title>${safe}</title>`,
    `<rect width="${WIDTH}" height="${pixel(height)}" fill="#fff"/>`,
    ...body,
    '</svg>',
    '',
  ].join('\n');
}

/** Tenths of a pixel are finer than any screen. */
export function pixel(value: number): string {
  return String(Math.round(value * 10) / 10);
}
