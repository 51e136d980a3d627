import type { Interval } from '../statistics/distribution/contrast';

/** Three significant digits, a real minus sign, thousands unbroken: 1234, 0.0213, −1.2e−7. */
export function say(value: number): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return value > 0 ? 'infinite' : '−infinite';
  const size = Math.abs(value);
  const text =
    size === 0
      ? '0'
      : size >= 1000 && size < 1e9
        ? String(Math.round(size))
        : size >= 1e-4 && size < 1e9
          ? trim(size.toPrecision(3))
          : exponent(size);
  return value < 0 && size !== 0 ? `−${text}` : text;
}

function trim(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

function exponent(size: number): string {
  const [digits = '', power = ''] = size.toExponential(1).split('e');
  return `${trim(digits)}e${power.replace('+', '').replace('-', '−')}`;
}

/** `0.06 (95% 0.04…0.08)`. */
export function sayWithInterval(value: number, bounds: Interval | null): string {
  return bounds === null
    ? say(value)
    : `${say(value)} (${Math.round(bounds.level * 100)}% ${say(bounds.low)}…${say(bounds.high)})`;
}

/** `w1`, `w1 and w2`, `w1, w2 and w3`. */
export function sayList(names: readonly string[], most = 8): string {
  const shown = names.length > most ? [...names.slice(0, most), `${names.length - most} more`] : names;
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

export function sayPercent(share: number): string {
  return `${say(share * 100)}%`;
}
