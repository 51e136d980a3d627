/** Control characters, and invisible ones that reorder, join or hide text: a page must show all of its text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/u;
/** Joiners that scripts need, and variation selectors and soft breaks: harmless, and not drawn. */
const SILENT = /[\u200c\u200d\u00ad\u2060\ufe00-\ufe0f]/gu;
const REPLACEMENT = '\ufffd';

/**
 * Text as it can be printed on one line: white space becomes one space, every invisible character a visible mark, and
 * text above the limit ends in an ellipsis. The page shows text that others wrote, which must not be able to
 * overprint, reorder or imitate the page's own.
 */
export function printable(text: string, longest: number): string {
  // Normalised, so that a letter and its accent find the glyph for both; the JSON keeps the signed text.
  const characters = [
    ...text
      .slice(0, longest * 4)
      .normalize('NFC')
      .replaceAll(SILENT, '')
      .replaceAll(/[^\S\u00a0]+/g, ' ')
      .trim(),
  ];
  const clipped = characters.length > longest ? [...characters.slice(0, longest - 1), '…'] : characters;
  return clipped.map((each) => (UNPRINTABLE.test(each) ? REPLACEMENT : each)).join('');
}

/** `segment-reversal` as prose; anything that is not such a name stays as it is. */
export function checkName(name: string): string {
  const text = printable(name, 80);
  return /^[a-z]+(-[a-z0-9]+)*$/.test(text) ? sentence(text.replaceAll('-', ' ')) : text;
}

/** With a capital first letter. */
export function sentence(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
