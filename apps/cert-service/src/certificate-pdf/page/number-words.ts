/** Decimals for two significant digits of the half width of an interval: more would suggest false precision. */
export function decimalsFor(low: number, high: number): number {
  const half = Math.abs(high - low) / 2;
  if (half === 0 || !Number.isFinite(half)) return 4;
  return Math.min(12, Math.max(0, 1 - Math.floor(Math.log10(half))));
}

/** Decimals for four significant digits of a number without an interval. */
export function decimalsOf(value: number): number {
  if (value === 0 || Number.isInteger(value)) return 0;
  return Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
}

/** A number for reading: grouped digits, a real minus sign, powers of ten where plain digits would be unreadable. */
export function numberWords(value: number, decimals: number): string {
  const size = Math.abs(value);
  if (size >= 1e15 || (size !== 0 && size < 1e-6))
    return signed(value, size.toExponential(2).replace('e', ' × 10^').replace('^+', '^').replace('-', '−'));
  const [whole = '0', fraction] = size.toFixed(decimals).split('.');
  const text = fraction === undefined ? grouped(whole) : `${grouped(whole)}.${fraction}`;
  // A number that rounds to zero has no sign.
  return /[1-9]/.test(text) ? signed(value, text) : text;
}

/** A count: `12,000`. */
export function countWords(count: number): string {
  return numberWords(count, 0);
}

/** `95%`, `99.5%` */
export function percentWords(share: number): string {
  return `${Number((share * 100).toFixed(4))}%`;
}

function signed(value: number, text: string): string {
  return value < 0 ? `−${text}` : text;
}

/** Four digits stay together: `1200`, but `12,000`. */
function grouped(digits: string): string {
  return digits.length < 5 ? digits : digits.replaceAll(/\B(?=(\d{3})+$)/g, ',');
}
