/** A strong entity tag in its quotes. */
export function entityTag(text: string): string {
  return `"${text.replaceAll(/[^\x21\x23-\x7e]/g, '')}"`;
}

/** True when If-None-Match contains the current tag (RFC 9110 §13.1.2, weak comparison). */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((it) => {
    const known = it.trim();
    return known === '*' || known.replace(/^W\//, '') === tag.replace(/^W\//, '');
  });
}
