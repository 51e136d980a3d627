import { lineFrom, pixel, rectangle, textAt } from '@svc/svg';
import type { Flow, FlowSide } from '../participants/flow';
import { flowWords, missingWords, sayCount } from '../participants/flow-words';
import { INK, type Panel, WIDTH } from './panel';

const TOP = 40;
const LINE = 17;
const PAD = 9;
const GAP = 26;
const MAIN = { x: 16, width: 338 };
const ASIDE = { x: 404, width: WIDTH - 404 - 16 };
const MAX_SOURCES = 3;
const MAX_SIDES = 4;

/** A box with lines of text, the first of them bold. */
interface FlowBox {
  readonly lines: readonly string[];
  readonly aside?: readonly string[];
}

/** From the rows there were to the rows analysed, and where the others went (after CONSORT). */
export function drawFlow(flow: Flow): Panel {
  let y = TOP;
  const body: string[] = [textAt(16, 22, 'Which rows were analysed', { size: 14, bold: true })];
  const boxes = mainBoxes(flow);
  boxes.forEach(({ lines, aside = [] }, at) => {
    const height = heightOf(Math.max(lines.length, 1));
    body.push(...drawBox(lines, MAIN.x, y, MAIN.width));
    const next = y + Math.max(height, aside.length === 0 ? 0 : heightOf(aside.length) - 8) + GAP;
    const centre = MAIN.x + MAIN.width / 2;
    if (aside.length > 0) {
      const middle = y + height + 10;
      body.push(...drawBox(aside, ASIDE.x, middle - heightOf(1) / 2, ASIDE.width));
      body.push(arrow([centre, middle], [ASIDE.x, middle]));
    }
    const isLast = at === boxes.length - 1;
    if (!isLast) body.push(arrow([centre, y + height], [centre, next]));
    y = isLast ? y + height : next;
  });
  const sides = drawSides(flow, y);
  return { name: 'flow', height: y + sides.height + 10, words: flowWords(flow), body: [...body, ...sides.body] };
}

function mainBoxes({ sources, started, rows, copies, missing, incomplete, analysed, estimated_from }: Flow): FlowBox[] {
  const read = sources.reduce((total, source) => total + source.rows, 0);
  const shown = sources.slice(0, MAX_SOURCES).map((source) => `${source.name}: ${sayCount(source.rows)} rows`);
  const more = sources.length > MAX_SOURCES ? [`and ${sources.length - MAX_SOURCES} more tables`] : [];
  const [only] = sources.length === 1 ? sources : [];
  const left =
    only !== undefined && only.rows > rows
      ? [`${sayCount(only.rows - rows)} fewer by the code`, 'filtered or summed up']
      : [];
  const lost = [
    ...(copies > 0 ? [`${sayCount(copies)} copies of other rows`] : []),
    ...(incomplete > 0 ? [`${sayCount(incomplete)} without a value`, missingWords(missing, 3)] : []),
  ];
  return [
    ...(read > 0 ? [{ lines: ['Data read', ...shown, ...more], aside: left }] : []),
    ...(started === null ? [] : [{ lines: [`Started, as declared: ${sayCount(started)} units`] }]),
    { lines: [`Rows of the table: ${sayCount(rows)}`], aside: lost },
    {
      lines: [
        `Analysed: ${sayCount(analysed)} rows`,
        ...(estimated_from < analysed ? [`joined to ${sayCount(estimated_from)} units or points in time`] : []),
      ],
    },
  ];
}

function drawSides({ by, sides }: Flow, top: number): { readonly height: number; readonly body: readonly string[] } {
  if (sides.length === 0) return { height: 0, body: [] };
  const shown = sides.slice(0, MAX_SIDES);
  const width = (WIDTH - 32 - 12 * (shown.length - 1)) / shown.length;
  const y = top + GAP;
  const centre = MAIN.x + MAIN.width / 2;
  const body = shown.flatMap((side, i) => {
    const x = 16 + i * (width + 12);
    return [...drawBox(sideLines(side, by), x, y, width), arrow([x + width / 2, y - 12], [x + width / 2, y])];
  });
  const ends = [centre, 16 + width / 2, 16 + (shown.length - 1) * (width + 12) + width / 2];
  const bar = lineFrom([Math.min(...ends), y - 12], [Math.max(...ends), y - 12], INK.line);
  const more =
    sides.length > shown.length
      ? [textAt(16, y + heightOf(4) + 16, `and ${sides.length - shown.length} more`, { fill: INK.quiet })]
      : [];
  return {
    height: GAP + heightOf(4) + (more.length > 0 ? 22 : 0),
    body: [lineFrom([centre, top], [centre, y - 12], INK.line), bar, ...body, ...more],
  };
}

function sideLines({ label, rows, missing, analysed }: FlowSide, by: string | null): string[] {
  const other = rows - missing - analysed;
  return [
    `${by ?? ''} ${label}: ${sayCount(rows)} rows`.trim(),
    `${sayCount(missing)} without the outcome`,
    ...(other > 0 ? [`${sayCount(other)} without another value`] : []),
    `${sayCount(analysed)} analysed`,
  ];
}

function heightOf(lines: number): number {
  return lines * LINE + 2 * PAD;
}

function drawBox(lines: readonly string[], x: number, y: number, width: number): string[] {
  return [
    rectangle({ x, y, width, height: heightOf(lines.length) }, INK.page, INK.line, 4),
    ...lines.map((line, i) =>
      textAt(x + 12, y + PAD + 12 + i * LINE, line, {
        width: width - 24,
        bold: i === 0,
        fill: i === 0 ? INK.text : INK.quiet,
      }),
    ),
  ];
}

/** A line with a head, straight along one axis. */
function arrow([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  const head =
    x1 === x2
      ? `M${pixel(x2 - 4)} ${pixel(y2 - 7)}L${pixel(x2)} ${pixel(y2)}L${pixel(x2 + 4)} ${pixel(y2 - 7)}Z`
      : `M${pixel(x2 - 7)} ${pixel(y2 - 4)}L${pixel(x2)} ${pixel(y2)}L${pixel(x2 - 7)} ${pixel(y2 + 4)}Z`;
  return `${lineFrom([x1, y1], [x2, y2], INK.line)}<path d="${head}" fill="${INK.line}"/>`;
}
