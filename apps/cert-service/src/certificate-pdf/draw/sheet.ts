import PDFDocument from 'pdfkit';
import type { FontBook, Run } from '../type/font-book';
import { type Line, type TextStyle, Typesetter } from '../type/typesetter';
import { SHEET } from './look';

/** The role of a part of the page, for screen readers. */
export type Role = 'H1' | 'H2' | 'P' | 'Figure';

interface SheetOptions {
  readonly title: string;
  readonly author: string;
  /** The only date in the file: the same page gives the same bytes, whenever it is printed. */
  readonly date: Date;
}

/** One page of a PDF, with text in many faces. Coordinates are points from the top left. */
export class Sheet {
  readonly typesetter: Typesetter;
  readonly pen: PDFKit.PDFDocument;
  readonly #root: ReturnType<PDFKit.PDFDocument['struct']>;

  constructor(book: FontBook, options: SheetOptions) {
    this.pen = new PDFDocument({
      size: [SHEET.width, SHEET.height],
      margin: 0,
      tagged: true,
      lang: 'en',
      displayTitle: true,
      pdfVersion: '1.7',
      info: {
        Title: options.title,
        Author: options.author,
        Creator: 'svc',
        Producer: 'svc',
        CreationDate: options.date,
        ModDate: options.date,
      },
    });
    this.#root = this.pen.struct('Document');
    this.pen.addStructure(this.#root);
    for (const face of book.all) this.pen.registerFont(face.name, face.font);
    this.typesetter = new Typesetter(book, (run, style) => this.measure(run, style));
  }

  /** Draws a part of the page that has a role; `alt` describes a drawing in words. */
  as(role: Role, draw: () => void, alt?: string): void {
    this.#root.add(this.pen.struct(role, alt === undefined ? {} : { alt }, draw));
  }

  /** Draws decoration. */
  decorate(draw: () => void): void {
    this.pen.markContent('Artifact', { type: 'Layout' });
    draw();
    this.pen.endMarkedContent();
  }

  /** Lines one below the other, the top of the first at `y`; returns where the next part may begin. */
  text(lines: readonly Line[], style: TextStyle, x: number, y: number): number {
    lines.forEach((line, at) => {
      this.line(line, style, x, y + at * style.leading);
      if (line.spaceAfter) this.line(this.typesetter.line(' ', style), style, x + line.width, y + at * style.leading);
    });
    return y + lines.length * style.leading;
  }

  /** One line, its top at `y`. */
  line(line: Line, style: TextStyle, x: number, y: number): void {
    // Faces have different heights; a common baseline aligns them.
    const baseline = y + style.leading / 2 + style.size * 0.36;
    let left = x;
    for (const run of line.runs) {
      this.choose(run, style).text(run.text, left, baseline, {
        lineBreak: false,
        baseline: 'alphabetic',
        characterSpacing: style.tracking ?? 0,
      });
      left += this.measure(run, style);
    }
  }

  /** The finished file. */
  async bytes(): Promise<Uint8Array> {
    const chunks: Buffer[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      this.pen.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.pen.once('end', resolve);
      this.pen.once('error', reject);
    });
    this.#root.end();
    this.pen.end();
    await ended;
    return Buffer.concat(chunks);
  }

  private measure(run: Run, style: TextStyle): number {
    const spacing = style.tracking ?? 0;
    return (
      this.choose(run, style).widthOfString(run.text, { characterSpacing: spacing }) + (spacing === 0 ? 0 : spacing)
    );
  }

  private choose(run: Run, style: TextStyle): PDFKit.PDFDocument {
    return this.pen.font(run.face.name).fontSize(style.size).fillColor(style.color);
  }
}
