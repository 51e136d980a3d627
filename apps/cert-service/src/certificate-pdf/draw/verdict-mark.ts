import type { CheckLine } from '../page/certificate-page';
import { MUTED, VERDICT_COLOR } from './look';

type Pen = PDFKit.PDFDocument;

/**
 * The sign of a verdict, `size` points wide: a tick in a circle, a cross in an octagon, a question mark in a square on
 * its corner. The shapes differ, so they can be distinguished in any colour and on any printer. Skipped is a dash.
 */
export function drawVerdictMark(pen: Pen, found: CheckLine['found'], x: number, y: number, size: number): void {
  const center = { x: x + size / 2, y: y + size / 2 };
  switch (found) {
    case 'sound':
      pen.circle(center.x, center.y, size / 2).fill(VERDICT_COLOR.sound.full);
      return stroke(pen, center, size, [
        [
          [-0.22, 0.02],
          [-0.06, 0.18],
          [0.24, -0.16],
        ],
      ]);
    case 'unsound':
      pen.polygon(...corners(center, (size / 2) * 1.04, 8, Math.PI / 8)).fill(VERDICT_COLOR.unsound.full);
      return stroke(pen, center, size, [
        [
          [-0.17, -0.17],
          [0.17, 0.17],
        ],
        [
          [-0.17, 0.17],
          [0.17, -0.17],
        ],
      ]);
    case 'inconclusive':
      pen.polygon(...corners(center, (size / 2) * 1.1, 4, 0)).fill(VERDICT_COLOR.inconclusive.full);
      return drawQuestionMark(pen, center, size);
    case 'skipped':
      pen
        .moveTo(center.x - size * 0.3, center.y)
        .lineTo(center.x + size * 0.3, center.y)
        .lineWidth(size * 0.12)
        .lineCap('round')
        .stroke(MUTED);
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function corners(center: Point, radius: number, count: number, turn: number): [number, number][] {
  return Array.from({ length: count }, (_, at) => {
    const angle = turn + (at * 2 * Math.PI) / count;
    return [center.x + radius * Math.cos(angle), center.y + radius * Math.sin(angle)];
  });
}

/** White strokes, as fractions of the size from the centre. */
function stroke(
  pen: Pen,
  { x, y }: Point,
  size: number,
  paths: readonly (readonly (readonly [number, number])[])[],
): void {
  for (const [[startX, startY] = [0, 0], ...rest] of paths) {
    pen.moveTo(x + startX * size, y + startY * size);
    for (const [dx, dy] of rest) pen.lineTo(x + dx * size, y + dy * size);
  }
  pen
    .lineWidth(size * 0.1)
    .lineCap('round')
    .lineJoin('round')
    .stroke('#FFFFFF');
}

function drawQuestionMark(pen: Pen, { x, y }: Point, size: number): void {
  const at = (dx: number, dy: number): [number, number] => [x + dx * size, y + dy * size];
  pen
    .moveTo(...at(-0.12, -0.12))
    .bezierCurveTo(...at(-0.12, -0.31), ...at(0.13, -0.31), ...at(0.13, -0.12))
    .bezierCurveTo(...at(0.13, 0.0), ...at(0, 0.0), ...at(0, 0.1))
    .lineWidth(size * 0.08)
    .lineCap('round')
    .stroke('#FFFFFF');
  pen.circle(...at(0, 0.24), size * 0.05).fill('#FFFFFF');
}
