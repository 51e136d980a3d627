import type { CertificatePage, PrintedEstimate } from '../page/certificate-page';
import { drawInterval } from './draw-interval';
import { EYEBROW, INK, MUTED, SHEET, type, VERDICT_COLOR } from './look';
import type { Sheet } from './sheet';

const LEFT_WIDTH = 284;
const SPLIT = SHEET.left + 312;
const RIGHT_WIDTH = SHEET.right - SPLIT;

const body = type('regular', 9, INK);
const value = type('strong', 21, INK, 1.25);
const unit = type('regular', 11, INK);
const caption = type('regular', 8.6, INK);
const small = type('regular', 8.6, MUTED);

/** The certified number with its interval in words and as a drawing, and what was held fixed. Returns where the next part may begin. */
export function drawEstimate(sheet: Sheet, page: CertificatePage, y: number): number {
  const { estimate } = page;
  if (estimate === null) {
    const left = drawLabelled(sheet, 'Estimate', 'None: the claim is not about a number', SHEET.left, y);
    return Math.max(left, drawLabelled(sheet, 'Adjusted for', page.adjustedFor, SPLIT, y)) + 16;
  }
  const left = drawNumber(sheet, estimate, y);
  const right = drawLabelled(sheet, 'Adjusted for', page.adjustedFor, SPLIT, y);
  const { interval } = estimate;
  if (interval === null) return Math.max(left, right) + 12;
  const place = { x: SPLIT, y: Math.max(right + 20, y + 52), width: RIGHT_WIDTH };
  const words = `The interval from ${interval.lowText} to ${interval.highText}, with the estimate at ${estimate.valueText}.`;
  sheet.as('Figure', () => drawInterval(sheet, estimate, VERDICT_COLOR[page.verdict.found].full, place), words);
  return Math.max(left, place.y + 22) + 12;
}

function drawNumber(sheet: Sheet, estimate: PrintedEstimate, y: number): number {
  const { typesetter } = sheet;
  drawEyebrow(sheet, 'Estimate', SHEET.left, y);
  const number = typesetter.line(estimate.valueText, value);
  const [unitLine] = typesetter.lines(estimate.unit, unit, LEFT_WIDTH - number.width - 6, 1);
  sheet.as('P', () => {
    sheet.text([{ ...number, spaceAfter: true }], value, SHEET.left, y + 10);
    if (unitLine !== undefined)
      sheet.line(unitLine, unit, SHEET.left + number.width + 6, y + 13 + (value.leading - unit.leading) / 2);
  });
  let next = y + 11 + value.leading;
  sheet.as('P', () => {
    next = sheet.text(typesetter.lines(estimate.label, caption, LEFT_WIDTH, 2), caption, SHEET.left, next);
  });
  const words = `${estimate.interval?.words ?? 'No interval was computed'}. ${estimate.basis}`;
  sheet.as('P', () => {
    next = sheet.text(typesetter.lines(words, small, LEFT_WIDTH, 3), small, SHEET.left, next + 1);
  });
  return next;
}

function drawLabelled(sheet: Sheet, label: string, text: string, x: number, y: number): number {
  drawEyebrow(sheet, label, x, y);
  let next = y;
  sheet.as('P', () => {
    next = sheet.text(sheet.typesetter.lines(text, body, RIGHT_WIDTH, 3), body, x, y + 11);
  });
  return next;
}

function drawEyebrow(sheet: Sheet, text: string, x: number, y: number): void {
  sheet.as('H2', () => sheet.line(sheet.typesetter.line(text, EYEBROW), EYEBROW, x, y));
}
