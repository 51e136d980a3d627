import type { CertificatePage } from './page/certificate-page';
import { drawChecks } from './draw/draw-checks';
import { setFoot } from './draw/draw-foot';
import { drawEstimate } from './draw/draw-estimate';
import { drawParticipants } from './draw/draw-participants';
import { drawHairline, drawMasthead, drawQuestion, drawRemarks, drawTested, drawVerdict } from './draw/draw-head';
import { SHEET } from './draw/look';
import { Sheet } from './draw/sheet';
import { FontBook } from './type/font-book';

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('');

/** Draws the page as a PDF of one sheet, with the signed JSON attached. The same page gives the same bytes. */
export async function printPage(page: CertificatePage): Promise<Uint8Array> {
  const texts = textsOf(page);
  const book = await FontBook.open(texts);
  const issuedAt = new Date(page.document.issuedAt);
  const sheet = new Sheet(book, { title: page.document.title, author: page.issuer, date: issuedAt });
  sheet.pen.file(Buffer.from(page.document.attachment), {
    name: page.document.attachmentName,
    type: 'application/json',
    description: 'The certificate',
    creationDate: issuedAt,
    modifiedDate: issuedAt,
  });
  const hasAll = book.hasAll(texts.regular, 'regular') && !texts.regular.includes('\ufffd');
  const foot = setFoot(sheet, page, hasAll ? '' : page.missingGlyphs);
  const footTop = SHEET.bottom - foot.height;
  let y = drawMasthead(sheet, page, SHEET.top);
  y = drawTested(sheet, page, y);
  y = drawQuestion(sheet, page, y);
  y = drawVerdict(sheet, page, y);
  y = drawRemarks(sheet, page, y);
  y = drawEstimate(sheet, page, y);
  y = drawParticipants(sheet, page, y, footTop - 16);
  drawHairline(sheet, y - 4);
  drawChecks(sheet, page, y + 6, footTop - 16);
  drawHairline(sheet, footTop - 10);
  foot.draw(footTop);
  return sheet.bytes();
}

/** Every character that the page may need in each weight; which text ends up in which line is not known yet. */
function textsOf(page: CertificatePage): Record<'regular' | 'strong' | 'code', string> {
  const strong = [
    page.question,
    page.estimate?.valueText ?? '',
    ...(page.participants?.steps.map((step) => step.title) ?? []),
    ...[...page.ran.lines, ...page.skipped.lines].map((line) => line.name),
  ].join('');
  const { missingGlyphs: _said, document: _file, ...said } = page;
  const all = JSON.stringify(said);
  const code = page.facts
    .filter((fact) => fact.isCode)
    .map((fact) => fact.value)
    .join('');
  return {
    regular: unique(`${ASCII}…−·±${all}`),
    strong: unique(`${ASCII}…−·${strong}`),
    code: unique(`${ASCII}…${code}`),
  };
}

function unique(text: string): string {
  return [...new Set(text)].join('');
}
