import { type Box, INK, textAt, wrapText } from '@svc/svg';

const LINE = 17;

/** A sentence or two in the middle of a tile, the first in bold: shown where there is no number. */
export function words(
  box: Box,
  [first, ...others]: readonly [string, ...string[]],
  fill: string = INK.quiet,
): string[] {
  const room = Math.max(1, Math.floor(box.height / LINE) - 1);
  const lines = others.flatMap((it) => wrapText(it, box.width, room)).slice(0, room);
  const top = box.y + Math.max(12, (box.height - (lines.length + 1) * LINE) / 2 + 12);
  const middle = box.x + box.width / 2;
  return [
    textAt(middle, top, first, { anchor: 'middle', bold: true, fill, width: box.width }),
    ...lines.map((it, index) => textAt(middle, top + (index + 1) * LINE, it, { anchor: 'middle', fill: INK.quiet })),
  ];
}

/** Text as written, from the top. */
export function paragraphs(box: Box, content: string): string[] {
  return wrapText(content, box.width, Math.max(1, Math.floor(box.height / LINE)), 13).map((it, index) =>
    textAt(box.x, box.y + 13 + index * LINE, it, { size: 13 }),
  );
}
