/** A decimal number as it was written, without rounding through a double. */
export interface ExactNumber {
  /** Plain digits: `-12.5`, no exponent, no leading or trailing zeros to strip. */
  readonly text: string;
  readonly integerDigits: number;
  readonly scale: number;
}

const NUMBER = /^([+-]?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i;

/** Reads `12`, `-0.50`, `1e-7`; null for anything else, infinities included. */
export function readExactNumber(value: string | number): ExactNumber | null {
  const match = NUMBER.exec(String(value));
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = `${'0'.repeat(Math.max(0, -shift))}${whole}${fraction}${'0'.repeat(Math.max(0, shift))}`;
  const point = Math.max(0, -shift) + whole.length + shift;
  const integer = digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0';
  const decimals = digits.slice(point).replace(/0+$/, '');
  const text = decimals === '' ? integer : `${integer}.${decimals}`;
  const negative = sign === '-' && /[1-9]/.test(text);
  return {
    text: `${negative ? '-' : ''}${text}`,
    integerDigits: integer === '0' ? 0 : integer.length,
    scale: decimals.length,
  };
}
