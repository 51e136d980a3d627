import LineBreaker from 'linebreak';
import type { FontBook, Run, Weight } from './font-book';

export interface TextStyle {
  readonly weight: Weight;
  readonly size: number;
  /** Height of a line, in points. */
  readonly leading: number;
  readonly color: string;
  /** Space added after each character, in points. */
  readonly tracking?: number;
}

/** Text of one line, split where the face changes. */
export interface Line {
  readonly runs: readonly Run[];
  readonly width: number;
  /** Whether the line was broken at white space: it takes no room, but screen readers need it. */
  readonly spaceAfter: boolean;
}

/** The width of text in one face, as the document will have it. */
export type MeasureRun = (run: Run, style: TextStyle) => number;

const ELLIPSIS = '…';

/** Breaks text into lines by the rules of Unicode (UAX #14), each character in a face that has it. */
export class Typesetter {
  /** Widths of words and characters, so that a text is measured only once. */
  readonly #widths = new Map<string, number>();

  constructor(
    private readonly book: FontBook,
    private readonly measureRun: MeasureRun,
  ) {}

  line(text: string, style: TextStyle): Line {
    const runs = this.book.runs(text, style.weight);
    return { runs, width: runs.reduce((sum, run) => sum + this.measureRun(run, style), 0), spaceAfter: false };
  }

  /** At most `most` lines, the last of which ends in an ellipsis when there would be more. */
  lines(text: string, style: TextStyle, width: number, most = Infinity): Line[] {
    const texts = this.broken(text, style, width, most + 1);
    const kept = texts.slice(0, most);
    if (texts.length > most) kept[most - 1] = this.shortened(kept[most - 1] ?? '', style, width);
    return kept.map((each) => ({ ...this.line(each.trimEnd(), style), spaceAfter: /\s$/.test(each) }));
  }

  /** As much of the text as fits with an ellipsis. */
  private shortened(text: string, style: TextStyle, width: number): string {
    let left = width - this.widthOf(ELLIPSIS, style);
    const characters: string[] = [];
    for (const character of text) {
      left -= this.widthOf(character, style);
      if (left < 0) break;
      characters.push(character);
    }
    return `${characters.join('').replace(/[\s,;:·]+$/, '')}${ELLIPSIS}`;
  }

  /** The first `most` lines of the text, with the white space at which they were broken. */
  private broken(text: string, style: TextStyle, width: number, most: number): string[] {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const word of wordsOf(text)) {
      if (lines.length >= most) return lines;
      if (used + this.widthOf(word.trimEnd(), style) > width && line !== '') {
        lines.push(line);
        [line, used] = ['', 0];
      }
      if (this.widthOf(word.trimEnd(), style) > width) {
        const pieces = this.pieces(word, style, width);
        lines.push(...pieces.slice(0, -1));
        line = pieces.at(-1) ?? '';
        used = this.widthOf(line, style);
      } else {
        line += word;
        used += this.widthOf(word, style);
      }
    }
    if (line.trim() !== '') lines.push(line);
    return lines;
  }

  /** A word too long for a line, split into as many as it takes. */
  private pieces(word: string, style: TextStyle, width: number): string[] {
    const pieces: string[] = [];
    let piece = '';
    let used = 0;
    for (const character of word) {
      const wide = this.widthOf(character, style);
      if (used + wide > width && piece !== '') {
        pieces.push(piece);
        [piece, used] = ['', 0];
      }
      piece += character;
      used += wide;
    }
    return [...pieces, piece];
  }

  private widthOf(text: string, style: TextStyle): number {
    const key = `${style.weight} ${style.size} ${style.tracking ?? 0} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known;
    const { width } = this.line(text, style);
    this.#widths.set(key, width);
    return width;
  }
}

/** Sequences that must not be broken across lines. */
function wordsOf(text: string): string[] {
  const breaker = new LineBreaker(text);
  const words: string[] = [];
  let start = 0;
  for (let at = breaker.nextBreak(); at !== null; at = breaker.nextBreak()) {
    words.push(text.slice(start, at.position));
    start = at.position;
  }
  return words;
}
