import { lineFrom, picture, rectangle, textAt, wrapText } from '@svc/svg';
import type { Verdict } from '../claim/verdict';
import { INK, type Panel, WIDTH } from './panel';

/** What stands above and below the pictures. */
export interface PageWords {
  readonly question: string;
  readonly verdict: Verdict;
  /** `y per unit of x = 0.02 (95% −0.06…0.10), n = 500`. */
  readonly estimate: string;
  /** Whose pictures these are: derivation, data, oracle. */
  readonly captions: readonly string[];
}

const PLAIN = WIDTH - 32;
const VERDICT: Readonly<Record<Verdict, string>> = { sound: '#1a7f37', unsound: '#b3261e', inconclusive: '#8a6100' };
const GAP = 14;
const LINE = 17;

/** All pictures of an attestation on one page, the question and its verdict above them. */
export function drawPage({ question, verdict, estimate, captions }: PageWords, panels: readonly Panel[]): string {
  const asked = wrapText(question, PLAIN / 1.1, 3, 16);
  let y = 12;
  const head = asked.map((line) => textAt(16, (y += 21), line, { size: 16, bold: true }));
  const found = textAt(16, (y += 24), verdict, { fill: VERDICT[verdict], bold: true, size: 13 });
  const number = wrapText(estimate, PLAIN, 2).map((line) => textAt(16, (y += LINE), line, { fill: INK.quiet }));
  y += 6;
  const drawn = panels.map(({ name, body, height }) => {
    const group = [
      lineFrom([16, y + 6], [WIDTH - 16, y + 6], INK.faint),
      `<g transform="translate(0 ${y + 12})" id="${name}">`,
      ...body,
      '</g>',
    ].join('\n');
    y += height + GAP;
    return group;
  });
  const foot = captions
    .flatMap((caption) => wrapText(caption, PLAIN, 3, 10))
    .map((line) => textAt(16, (y += 15), line, { fill: INK.quiet, size: 10 }));
  const [width, height] = [WIDTH, y + 18];
  const title = {
    title: `${verdict}: ${question}`,
    description: [...panels.map(({ words }) => words), ...captions].join('. '),
  };
  const ground = rectangle({ x: 0, y: 0, width, height }, '#fff');
  return picture(width, height, title, [ground, ...head, found, ...number, ...drawn, ...foot]);
}
