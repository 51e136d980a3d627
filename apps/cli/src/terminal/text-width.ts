import getWidth from 'fast-string-truncated-width';

/** How many columns a text occupies. */
export function widthOf(text: string): number {
  return getWidth(text).width;
}

/** The text cut to `width` columns, with an ellipsis where something is missing. */
export function cut(text: string, width: number): string {
  const { index, truncated } = getWidth(text, { limit: width, ellipsis: '…', ellipsisWidth: 1 });
  return truncated ? `${text.slice(0, index)}…` : text;
}
