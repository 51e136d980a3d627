import type { Verdict } from '@svc/contracts';
import type { Weight } from '../type/font-book';
import type { TextStyle } from '../type/typesetter';

/** A4 in points, and the area between the margins. */
export const SHEET = { width: 595.28, height: 841.89, left: 51, right: 544.28, top: 44, bottom: 802 } as const;

export const INK = '#17212B';
export const MUTED = '#55616D';
export const HAIRLINE = '#CFD6DC';

/** The colour of a verdict, and a tint of it. Never the only sign: each verdict has its own shape and word. */
export const VERDICT_COLOR: Readonly<Record<Verdict, { readonly full: string; readonly tint: string }>> = {
  sound: { full: '#0B6B4A', tint: '#E9F4EF' },
  unsound: { full: '#A3202B', tint: '#FAECEC' },
  inconclusive: { full: '#8A5A00', tint: '#FBF3E2' },
};

/** Type of one size; lines are `leading` times as high. */
export function type(weight: Weight, size: number, color: string = INK, leading = 1.36): TextStyle {
  return { weight, size, color, leading: size * leading };
}

/** Small capitals that head a part of the page. */
export const EYEBROW: TextStyle = { weight: 'strong', size: 7.2, color: MUTED, leading: 10, tracking: 0.35 };
