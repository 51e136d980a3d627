// Everything that moves a cursor, changes colours or reverses text; tab and newline are handled separately.
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Untrusted text, escaped: a cell cannot repaint the terminal or hide what follows it. */
export function printable(text: string): string {
  return text.replaceAll(UNSAFE, (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The same on one line. */
export function printableLine(text: string): string {
  return printable(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}
