import { widthOf } from './text-width';

/** The text in lines of at most `width`, broken between words; every line but the first begins with `indent` spaces. */
export function wrap(text: string, width: number | null, indent: number): string {
  if (width === null) return text;
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > width - indent) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
