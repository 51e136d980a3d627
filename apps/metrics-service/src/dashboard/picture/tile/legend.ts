import type { LegendEntry } from '@svc/charts';
import { INK, rectangle, textAt, textWidth } from '@svc/svg';

/** Height of a line of a legend. */
export const LEGEND_LINE = 16;

const SMALL = 11;
const MAX_LINES = 2;
const ENTRY = 180;

/** Names beside their colour and shape, in as few lines as they need; the last says how many are left out. */
export function legendLines(entries: readonly LegendEntry[], width: number): string[][] {
  const lines: string[][] = [[]];
  let x = 0;
  for (const [index, entry] of entries.entries()) {
    const shown = Math.min(ENTRY, textWidth(entry.name, SMALL) + 26);
    if (x > 0 && x + shown > width) {
      if (lines.length === MAX_LINES) {
        lines.at(-1)?.push(
          textAt(Math.min(x + 6, width), 11, `+${entries.length - index}`, {
            size: SMALL,
            fill: INK.quiet,
            anchor: x + 30 > width ? 'end' : 'start',
          }),
        );
        return lines;
      }
      lines.push([]);
      x = 0;
    }
    lines
      .at(-1)
      ?.push(
        mark(entry, x + 5, 7),
        textAt(x + 14, 11, entry.name, { size: SMALL, fill: INK.quiet, width: shown - 24 }),
      );
    x += shown;
  }
  return lines;
}

function mark({ shape, color }: LegendEntry, x: number, y: number): string {
  switch (shape) {
    case 'rect':
      return rectangle({ x: x - 4, y: y - 4, width: 8, height: 8 }, color);
    case 'triangle':
      return `<path d="M${x} ${y - 5}l5 9h-10z" fill="${color}"/>`;
    case 'diamond':
      return `<path d="M${x} ${y - 5}l5 5l-5 5l-5 -5z" fill="${color}"/>`;
    case 'circle':
      return `<circle cx="${x}" cy="${y}" r="4.5" fill="${color}"/>`;
  }
}
