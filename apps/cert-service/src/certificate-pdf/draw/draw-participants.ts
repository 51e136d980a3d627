import type { BalanceLine, CertificatePage, FlowStep, PrintedParticipants } from '../page/certificate-page';
import { EYEBROW, HAIRLINE, INK, MUTED, SHEET, type } from './look';
import type { Sheet } from './sheet';

const WIDTH = SHEET.right - SHEET.left;
const SPLIT = SHEET.left + 312;
const LEFT_WIDTH = 284;
const BOX = { height: 27, gap: 14 } as const;
/** What the boxes take, and what stands below them. */
const STEPS_HEIGHT = 50;
const DETAILS_HEIGHT = 84;
const ROW = 9.6;
const LABEL = 92;
/** The axis of balance shows its band with room on both sides. */
const MIN_REACH = 0.25;

const title = type('strong', 8.4, INK, 1.2);
const note = type('regular', 7, MUTED, 1.2);
const small = type('regular', 7.6, INK, 1.3);
const tick = type('regular', 6.6, MUTED);

/** Which rows were analysed, as boxes; below them what is missing, and how alike the sides are. Answers where the next part may begin. */
export function drawParticipants(
  sheet: Sheet,
  { participants, ...page }: CertificatePage,
  y: number,
  bottom: number,
): number {
  if (participants === null) return y;
  const room = bottom - y - checksHeight(page);
  if (room < STEPS_HEIGHT) return y;
  const { steps, words, attrition, balance } = participants;
  drawEyebrow(sheet, 'Which rows were analysed', SHEET.left, y);
  sheet.as('Figure', () => drawSteps(sheet, steps, y + 12), words);
  const top = y + 12 + BOX.height + 9;
  const isTight = room < STEPS_HEIGHT + DETAILS_HEIGHT;
  if (isTight || (attrition === '' && balance.length === 0)) return top + 2;
  const left = attrition === '' ? top : drawAttrition(sheet, attrition, top);
  const right = balance.length === 0 ? top : drawBalance(sheet, participants, top);
  return Math.max(left, right) + 7;
}

/** What the checks take at the least: they come before any picture. */
function checksHeight({ ran, skipped }: Pick<CertificatePage, 'ran' | 'skipped'>): number {
  return 60 + 12 * Math.ceil(ran.lines.length / 4) + 12.5 * Math.ceil(skipped.lines.length / 2);
}

function drawSteps(sheet: Sheet, steps: readonly FlowStep[], y: number): void {
  const width = (WIDTH - BOX.gap * (steps.length - 1)) / steps.length;
  const { pen, typesetter } = sheet;
  steps.forEach((step, at) => {
    const x = SHEET.left + at * (width + BOX.gap);
    pen.roundedRect(x, y, width, BOX.height, 3).lineWidth(0.7).stroke(HAIRLINE);
    const [first] = typesetter.lines(step.title, title, width - 12, 1);
    const [second] = typesetter.lines(step.note, note, width - 12, 1);
    if (first !== undefined) sheet.line(first, title, x + 6, y + 4);
    if (second !== undefined) sheet.line(second, note, x + 6, y + 15);
    if (step.follows) drawArrow(sheet, x - BOX.gap + 2, x - 2, y + BOX.height / 2);
  });
}

function drawArrow({ pen }: Sheet, from: number, to: number, y: number): void {
  pen
    .moveTo(from, y)
    .lineTo(to - 3, y)
    .lineWidth(0.8)
    .stroke(MUTED);
  pen
    .moveTo(to - 4, y - 2.5)
    .lineTo(to, y)
    .lineTo(to - 4, y + 2.5)
    .fill(MUTED);
}

function drawAttrition(sheet: Sheet, words: string, y: number): number {
  drawEyebrow(sheet, 'Missing outcomes', SHEET.left, y);
  let next = y;
  sheet.as('P', () => {
    next = sheet.text(sheet.typesetter.lines(words, small, LEFT_WIDTH, 5), small, SHEET.left, y + 11);
  });
  return next;
}

/** Open circles before adjustment, filled ones after, over the band that is usually called balanced. */
function drawBalance(sheet: Sheet, participants: PrintedParticipants, y: number): number {
  const { balance, isAdjusted, balanceWords, band } = participants;
  drawEyebrow(
    sheet,
    isAdjusted ? 'Balance before (open) and after (filled)' : 'Balance; nothing adjusted for',
    SPLIT,
    y,
  );
  const reach = 1.1 * Math.max(MIN_REACH, ...balance.flatMap((it) => [Math.abs(it.before), Math.abs(it.after)]));
  const [from, to] = [SPLIT + LABEL, SHEET.right - 6];
  const x = (value: number): number => (from + to) / 2 + (value / reach) * ((to - from) / 2);
  const top = y + 13;
  const bottom = top + balance.length * ROW;
  const draw = (): void => {
    sheet.pen.rect(x(-band), top, x(band) - x(-band), bottom - top).fill('#E6EAED');
    sheet.pen.moveTo(x(0), top).lineTo(x(0), bottom).lineWidth(0.6).stroke(MUTED);
    balance.forEach((line, at) => drawLine(sheet, line, top + at * ROW, x, isAdjusted));
    const text = sheet.typesetter.line(`±${band}`, tick);
    sheet.line(text, tick, x(0) - text.width / 2, bottom + 1);
  };
  sheet.as('Figure', draw, `${balanceWords}.`);
  return bottom + tick.leading + 2;
}

function drawLine(
  sheet: Sheet,
  { column, before, after }: BalanceLine,
  y: number,
  x: (value: number) => number,
  isAdjusted: boolean,
): void {
  const { pen, typesetter } = sheet;
  const [name] = typesetter.lines(column, note, LABEL - 8, 1);
  if (name !== undefined) sheet.line(name, note, SPLIT, y + (ROW - note.leading) / 2);
  const middle = y + ROW / 2;
  if (isAdjusted) pen.moveTo(x(before), middle).lineTo(x(after), middle).lineWidth(0.6).stroke(MUTED);
  pen.circle(x(before), middle, 2.6).lineWidth(0.9).fillAndStroke('#FFFFFF', INK);
  if (isAdjusted) pen.circle(x(after), middle, 2.6).fill(INK);
}

function drawEyebrow(sheet: Sheet, text: string, x: number, y: number): void {
  sheet.as('H2', () => sheet.line(sheet.typesetter.line(text, EYEBROW), EYEBROW, x, y));
}
