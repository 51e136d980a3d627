import { INK } from './ink';

/** Static SVG as text: no script, no style sheet, no reference to anything outside. */
export const FONT = "system-ui, 'Segoe UI', 'Noto Sans', 'DejaVu Sans', 'Noto Sans CJK SC', sans-serif";
const SIZE = 12;

/** Where something is drawn. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Joiners are letters' business: between those of scripts that need them, and between emoji. Anywhere else they draw nothing. */
const SCRIPTS = [
  'Arabic',
  'Syriac',
  'Mongolian',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
]
  .map((it) => `\\p{Script=${it}}`)
  .join('');
const JOINED = `(?<=[${SCRIPTS}])[\\u200C\\u200D](?=[${SCRIPTS}])|(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])\\u200D(?=\\p{Extended_Pictographic})`;
/** Characters that XML does not allow, that draw nothing, or that turn round what is read. */
const UNFIT = new RegExp(`(${JOINED})|[\\p{Cc}\\p{Cf}\\p{Cs}\\u2028\\u2029\\uFFFE\\uFFFF]`, 'gu');
/** More marks on one letter would be drawn over what stands above it. */
const PILED = /(\p{Mn}{4})\p{Mn}+/gu;

/** One line of a stranger's text: white space is one space, and what cannot be shown is a visible mark. */
export function plainLine(text: string): string {
  return fit(text.replaceAll(/\s+/g, ' ')).replace(PILED, '$1');
}

function fit(text: string): string {
  return text.replace(UNFIT, (_, joiner: string | undefined) => joiner ?? '\uFFFD');
}

/** A stranger's text as XML text or attribute value. */
export function escapeXml(text: string): string {
  return fit(text).replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\uFF00-\uFF60\u3000-\u303F]/u;
const BROAD = /[A-HJ-Z@%&mwM—–…#<>=+−~]/;
/** Drawn on the letter before, or not at all. */
const NONE = /[\p{Mn}\p{Me}\u200C\u200D]/u;
const THIN = /[iIjlft.,:;'|!()[\]\s/-]/;

/** Bold letters are so much wider. */
export const BOLD = 1.16;

/** About how wide a text is drawn, in pixels. Fonts differ; the estimate is on the wide side. */
export function textWidth(text: string, size: number = SIZE): number {
  let ems = 0;
  for (const letter of text)
    ems += NONE.test(letter)
      ? 0
      : WIDE.test(letter)
        ? 1.03
        : BROAD.test(letter)
          ? 0.78
          : THIN.test(letter)
            ? 0.38
            : 0.61;
  return ems * size;
}

/** The text, cut with an ellipsis where it would be wider. */
export function fitText(text: string, width: number, size: number = SIZE): string {
  if (textWidth(text, size) <= width) return text;
  let kept = '';
  for (const letter of text) {
    if (textWidth(`${kept}${letter}…`, size) > width) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

/** Part of the width that the end of a name has. */
const END = 0.4;

/** The text, cut in its middle: what names of one kind begin with does not tell them apart. */
export function fitEnds(text: string, width: number, size: number = SIZE): string {
  if (textWidth(text, size) <= width) return text;
  const letters = [...text];
  let kept = letters.length;
  while (kept > 0 && textWidth(letters.slice(kept - 1).join(''), size) <= width * END) kept -= 1;
  const end = letters.slice(kept).join('');
  return `${fitText(letters.slice(0, kept).join(''), width - textWidth(end, size), size)}${end}`;
}

/** A text in lines, broken between words where there are any. What does not fit into `most` lines is cut in the last. */
export function wrapText(text: string, width: number, most: number, size: number = SIZE): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split(/\r?\n/)) {
    let rest = plainLine(paragraph).trim();
    if (rest === '') lines.push('');
    while (rest !== '') {
      const line = lineOf(rest, width, size);
      lines.push(line.trimEnd());
      rest = rest.slice(line.length).trimStart();
    }
  }
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), fitText(lines.slice(most - 1).join(' '), width, size)];
}

function lineOf(text: string, width: number, size: number): string {
  if (textWidth(text, size) <= width) return text;
  // At least one letter, or a very narrow place would never be filled.
  const whole = fitText(text, width, size).slice(0, -1) || String.fromCodePoint(text.codePointAt(0) ?? 32);
  const space = whole.lastIndexOf(' ');
  return text[whole.length] === ' ' || space <= 0 ? whole : whole.slice(0, space + 1);
}

export interface TextStyle {
  readonly size?: number;
  readonly fill?: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly bold?: boolean;
  /** No wider than this; the whole text is then in its tooltip. */
  readonly width?: number;
  /** Keeps lines behind it away. */
  readonly halo?: boolean;
}

/** A line of text whose base line is at `y`. */
export function textAt(
  x: number,
  y: number,
  text: string,
  { size = SIZE, fill = INK.text, anchor = 'start', bold = false, width = Infinity, halo = false }: TextStyle = {},
): string {
  const line = plainLine(text);
  const shown = fitText(line, bold ? width / BOLD : width, size);
  const title = shown === line ? '' : `<title>${escapeXml(line)}</title>`;
  const extra = `${bold ? ' font-weight="600"' : ''}${halo ? ' stroke="#fff" stroke-width="4" paint-order="stroke"' : ''}`;
  return `<text x="${pixel(x)}" y="${pixel(y)}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${extra}>${title}${escapeXml(shown)}</text>`;
}

export function rectangle({ x, y, width, height }: Box, fill: string, stroke = 'none', radius = 0): string {
  return `<rect x="${pixel(x)}" y="${pixel(y)}" width="${pixel(width)}" height="${pixel(height)}" rx="${radius}" fill="${fill}" stroke="${stroke}"/>`;
}

export function horizontal(x: number, y: number, width: number, stroke: string = INK.faint): string {
  return `<path d="M${pixel(x)} ${pixel(y)}h${pixel(width)}" stroke="${stroke}" fill="none"/>`;
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

/** Parts drawn with their origin at a place. */
export function placed(x: number, y: number, parts: readonly string[]): string {
  return `<g transform="translate(${pixel(x)} ${pixel(y)})">${parts.join('')}</g>`;
}

/** A whole picture. `title` and `description` are what a screen reader says. */
export function picture(
  width: number,
  height: number,
  { title, description }: { readonly title: string; readonly description: string },
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixel(width)}" height="${pixel(height)}" viewBox="0 0 ${pixel(width)} ${pixel(height)}" role="img" font-family="${escapeXml(FONT)}">`,
    `<title>${escapeXml(plainLine(title))}</title><desc>${escapeXml(plainLine(description))}</desc>`,
    ...parts,
    '</svg>',
    '',
  ].join('\n');
}

/** Hundredths of a pixel are enough, and the same everywhere. */
export function pixel(value: number): string {
  return String(Math.round(value * 100) / 100);
}
