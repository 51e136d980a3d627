import { INK as PAGE_INK } from '@svc/svg';

/** Width of a page of pictures, in pixels. */
export const WIDTH = 720;
/** Colours by what they say. */
export const INK = {
  ...PAGE_INK,
  line: '#8c959f',
  certified: '#0b57d0',
  other: '#57606a',
  estimate: '#b3261e',
};
export const FONT_SIZE = 12;

/** A part of a page: its drawing begins at the top, and is as wide as the page. */
export interface Panel {
  readonly name: 'forest' | 'balance' | 'flow' | 'attrition' | 'residuals' | 'power';
  readonly height: number;
  /** What the drawing shows, for those who do not see it. */
  readonly words: string;
  readonly body: readonly string[];
}
