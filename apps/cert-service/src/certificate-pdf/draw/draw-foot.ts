import type { CertificatePage, Fact } from '../page/certificate-page';
import type { Line } from '../type/typesetter';
import { drawQrCode } from './draw-qr-code';
import { INK, MUTED, SHEET, type } from './look';
import type { Sheet } from './sheet';

const LABEL = 92;
const QR = 88;
const COLUMN = SHEET.right - SHEET.left - QR - 22;
const ROW = 10.4;

const label = type('regular', 7.2, MUTED);
const words = type('regular', 7.2, INK);
const code = type('code', 6.5, INK);
const bold = type('strong', 9.4, INK);
const plain = type('regular', 7.6, MUTED, 1.4);

/** The footer: identity, QR code, and what the page is. Knows its height before it is drawn. */
export interface Foot {
  readonly height: number;
  draw(y: number): void;
}

/** @param note a sentence about the page itself, or nothing */
export function setFoot(sheet: Sheet, page: CertificatePage, note: string): Foot {
  const { typesetter } = sheet;
  const facts = page.facts.map((fact) => ({ fact, value: valueLine(sheet, fact) }));
  const closing = typesetter.lines(
    `${page.closing.plain}${note === '' ? '' : ` ${note}`}`,
    plain,
    SHEET.right - SHEET.left,
  );
  const factsHeight = Math.max(facts.length * ROW, QR + 14);
  return {
    height: factsHeight + 8 + bold.leading + closing.length * plain.leading,
    draw(y) {
      facts.forEach(({ fact, value }, at) => drawFact(sheet, fact, value, y + at * ROW));
      drawDigest(sheet, page.digest, y);
      const closingTop = y + factsHeight + 8;
      sheet.as('P', () => sheet.line(typesetter.line(page.closing.bold, bold), bold, SHEET.left, closingTop));
      sheet.as('P', () => sheet.text(closing, plain, SHEET.left, closingTop + bold.leading));
    },
  };
}

function valueLine(sheet: Sheet, { value, isCode }: Fact): Line | undefined {
  return sheet.typesetter.lines(value, isCode ? code : words, COLUMN - LABEL, 1)[0];
}

function drawFact(sheet: Sheet, fact: Fact, value: Line | undefined, y: number): void {
  const [name] = sheet.typesetter.lines(fact.label, label, LABEL - 6, 1);
  const style = fact.isCode ? code : words;
  if (name !== undefined) sheet.as('P', () => sheet.line(name, label, SHEET.left, y));
  if (value === undefined) return;
  sheet.as('P', () => sheet.line(value, style, SHEET.left + LABEL, y + (label.leading - style.leading) / 2));
  if (fact.link === undefined) return;
  sheet.decorate(() =>
    sheet.pen
      .lineWidth(0.4)
      .strokeColor(MUTED)
      .moveTo(SHEET.left + LABEL, y + label.leading - 1)
      .lineTo(SHEET.left + LABEL + value.width, y + label.leading - 1)
      .stroke(),
  );
  sheet.pen.link(SHEET.left + LABEL, y, value.width, label.leading, fact.link);
}

function drawDigest(sheet: Sheet, digest: string, y: number): void {
  const x = SHEET.right - QR;
  const line = sheet.typesetter.line('Digest of the certificate', type('regular', 6.8, MUTED));
  sheet.as(
    'Figure',
    () => drawQrCode(sheet.pen, digest, x, y + 1, QR),
    `A QR code of the certificate’s digest, ${digest}.`,
  );
  sheet.as('P', () => sheet.line(line, type('regular', 6.8, MUTED), x + (QR - line.width) / 2, y + QR + 4));
}
