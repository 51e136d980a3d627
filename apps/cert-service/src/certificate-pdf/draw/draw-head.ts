import type { CertificatePage } from '../page/certificate-page';
import type { TextStyle } from '../type/typesetter';
import { HAIRLINE, INK, MUTED, SHEET, type, VERDICT_COLOR } from './look';
import type { Sheet } from './sheet';
import { drawVerdictMark } from './verdict-mark';

const WIDTH = SHEET.right - SHEET.left;

/** Who issued what, and when. Returns where the next part may begin. */
export function drawMasthead(sheet: Sheet, { issuer, day }: CertificatePage, y: number): number {
  const [strong, style] = [type('strong', 8.2, INK), type('regular', 8.2, MUTED)];
  sheet.as('P', () => sheet.line(sheet.typesetter.line('Certificate of analysis', strong), strong, SHEET.left, y));
  const [right] = sheet.typesetter.lines(`Issued by ${issuer} · ${day}`, style, WIDTH - 130, 1);
  if (right !== undefined) sheet.as('P', () => sheet.line(right, style, SHEET.right - right.width, y));
  sheet.decorate(() =>
    sheet.pen
      .moveTo(SHEET.left, y + 17)
      .lineTo(SHEET.right, y + 17)
      .lineWidth(0.7)
      .stroke(INK),
  );
  return y + 36;
}

/** What was tested, in the oracle's words: above the author's question, since the two may differ. */
export function drawTested(sheet: Sheet, { tested }: CertificatePage, y: number): number {
  if (tested === '') return y;
  const style = type('regular', 9.6, INK, 1.3);
  let next = y;
  sheet.as('P', () => {
    next = sheet.text(sheet.typesetter.lines(tested, style, WIDTH, 4), style, SHEET.left, y);
  });
  return next + 6;
}

/** Further remarks on the question and the verdict. */
export function drawRemarks(sheet: Sheet, { remarks }: CertificatePage, y: number): number {
  const style = type('regular', 8.6, INK, 1.3);
  let next = y;
  for (const remark of remarks)
    sheet.as('P', () => {
      next = sheet.text(sheet.typesetter.lines(remark, style, WIDTH, 2), style, SHEET.left, next) + 2;
    });
  return remarks.length === 0 ? y : next + 9;
}

/** The claim, in the largest size that fits in a few lines. */
export function drawQuestion(sheet: Sheet, { question, claim, derivation }: CertificatePage, y: number): number {
  const settings: readonly (readonly [size: number, most: number])[] = [
    [22, 2],
    [18, 3],
    [15, 4],
    [12.5, 5],
  ];
  const headline = (size: number): TextStyle => type('strong', size, INK, 1.24);
  const [size, most] = settings.find(
    ([each, lines]) => sheet.typesetter.lines(question, headline(each), WIDTH).length <= lines,
  ) ?? [11, 6];
  const style = headline(size);
  let next = y;
  sheet.as('H1', () => {
    next = sheet.text(sheet.typesetter.lines(question, style, WIDTH, most), style, SHEET.left, y);
  });
  const small = type('regular', 8.6, MUTED);
  const lines = sheet.typesetter.lines(`${claim} · derivation: ${derivation}`, small, WIDTH, 2);
  sheet.as('P', () => {
    next = sheet.text(lines, small, SHEET.left, next + 3);
  });
  return next + 13;
}

/** The verdict: shape, word, meaning, and for anything but sound the check that decided. */
export function drawVerdict(sheet: Sheet, { verdict }: CertificatePage, y: number): number {
  const { full, tint } = VERDICT_COLOR[verdict.found];
  const word = type('strong', 20, full, 1.2);
  const meaning = type('regular', 9.6, INK);
  const small = type('regular', 8.6, INK);
  const textLeft = SHEET.left + 62;
  const textWidth = SHEET.right - 16 - textLeft;
  const sentences = sheet.typesetter.lines(verdict.meaning, meaning, textWidth);
  const cause = verdict.cause === null ? [] : sheet.typesetter.lines(verdict.cause, small, textWidth, 3);
  const height =
    12 +
    word.leading +
    sentences.length * meaning.leading +
    (cause.length === 0 ? 0 : 4 + cause.length * small.leading) +
    12;
  sheet.decorate(() => sheet.pen.roundedRect(SHEET.left, y, WIDTH, height, 5).fill(tint));
  sheet.as(
    'Figure',
    () => drawVerdictMark(sheet.pen, verdict.found, SHEET.left + 16, y + height / 2 - 15, 30),
    `The verdict is ${verdict.found}.`,
  );
  let next = y + 13;
  sheet.as('P', () => {
    next = sheet.text([sheet.typesetter.line(verdict.word, word)], word, textLeft, next);
  });
  sheet.as('P', () => {
    next = sheet.text(sentences, meaning, textLeft, next);
  });
  if (cause.length > 0) sheet.as('P', () => sheet.text(cause, small, textLeft, next + 4));
  return y + height + 16;
}

/** A line across the page between two parts. */
export function drawHairline(sheet: Sheet, y: number): void {
  sheet.decorate(() => sheet.pen.moveTo(SHEET.left, y).lineTo(SHEET.right, y).lineWidth(0.6).stroke(HAIRLINE));
}
