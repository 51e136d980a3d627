import { lineFrom, textAt, textWidth } from '@svc/svg';
import { FONT_SIZE, INK, WIDTH } from './panel';

export type Scale = (value: number) => number;
export type Range = readonly [low: number, high: number];

/** Maps a range of values to a range of pixels; an empty range is widened. */
export function scaleOf([low, high]: Range, [from, to]: Range): Scale {
  const span = high > low ? high - low : Math.max(1e-12, Math.abs(low)) * 2;
  const start = high > low ? low : low - span / 2;
  return (value) => from + ((value - start) / span) * (to - from);
}

/** Lowest and highest of the finite values, with a twentieth of air on both sides. */
export function rangeOf(values: Iterable<number>): [number, number] {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return [0, 1];
  const air = (high - low) * 0.05;
  return [low - air, high + air];
}

/** Round numbers (1, 2 or 5 times a power of ten) across a range. */
export function ticksOf([low, high]: Range, about = 6): number[] {
  const round = stepOf([low, high], about);
  if (round === null) return [low];
  const ticks: number[] = [];
  for (let k = Math.ceil(low / round); k * round <= high; k++) ticks.push(k * round);
  return ticks;
}

function stepOf([low, high]: Range, about: number): number | null {
  const step = (high - low) / about;
  if (!(step > 0)) return null;
  const power = 10 ** Math.floor(Math.log10(step));
  return [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= step) ?? step;
}

/** Numbers of one axis with as many digits as tell neighbours apart, and no more. */
export function tickTexts(ticks: readonly number[]): string[] {
  const [first = 0, second] = ticks;
  const step = second === undefined ? Math.abs(first) : Math.abs(second - first);
  const most = Math.max(...ticks.map(Math.abs));
  if (most === 0) return ticks.map(() => '0');
  const [finest, coarsest] = [
    step === 0 ? 0 : Math.floor(Math.log10(step) + 1e-9),
    Math.floor(Math.log10(most) + 1e-9),
  ];
  if (coarsest >= 7 || coarsest < -4)
    return ticks.map((tick) =>
      Math.abs(tick) < step / 2 ? '0' : signed(tick, exponent(tick, Math.min(12, Math.max(0, coarsest - finest)))),
    );
  const decimals = Math.min(12, Math.max(0, -finest));
  return ticks.map((tick) => (Math.abs(tick) < step / 2 ? '0' : signed(tick, Math.abs(tick).toFixed(decimals))));
}

function exponent(value: number, digits: number): string {
  return Math.abs(value).toExponential(digits).replace('+', '').replace('-', '−');
}

function signed(value: number, text: string): string {
  return value < 0 ? `−${text}` : text;
}

/** A horizontal axis below a drawing: line, ticks that do not touch each other, label. */
export function xAxis(range: Range, [left, right]: Range, y: number, label: string): string[] {
  const scale = scaleOf(range, [left, right]);
  const shown =
    [6, 5, 4, 3, 2].map((about) => ticksOf(range, about)).find((ticks) => fits(ticks, scale)) ??
    ticksOf(range, 1).slice(0, 1);
  const texts = tickTexts(shown);
  const centre = (left + right) / 2;
  return [
    lineFrom([left, y], [right, y], INK.line),
    ...shown.map(
      (tick, i) =>
        lineFrom([scale(tick), y], [scale(tick), y + 4], INK.line) +
        textAt(scale(tick), y + 17, texts[i] ?? '', { fill: INK.quiet, anchor: 'middle' }),
    ),
    textAt(centre, y + 36, label, {
      fill: INK.quiet,
      anchor: 'middle',
      width: 2 * Math.min(centre, WIDTH - centre) - 32,
    }),
  ];
}

function fits(ticks: readonly number[], scale: Scale): boolean {
  const [first, second] = ticks;
  if (first === undefined || second === undefined) return true;
  const widest = Math.max(...tickTexts(ticks).map((text) => textWidth(text)));
  return widest + FONT_SIZE <= scale(second) - scale(first);
}

/** A vertical axis to the left of a drawing whose top is at `top`; its label stands above it, where it is read without turning the head. */
export function yAxis(
  ticks: readonly number[],
  texts: readonly string[],
  scale: Scale,
  { left, right, top }: { readonly left: number; readonly right: number; readonly top: number },
  label: string,
): string[] {
  return [
    ...ticks.map(
      (tick, i) =>
        lineFrom([left, scale(tick)], [right, scale(tick)], INK.faint) +
        textAt(left - 8, scale(tick) + 4, texts[i] ?? '', { fill: INK.quiet, anchor: 'end' }),
    ),
    textAt(16, top - 16, label, { fill: INK.quiet, width: right - 16 }),
  ];
}
