/** `derivations/delays.py:12`: where a derivation's claim is declared, else its function, else its file. */
export function declarationPlace(
  { file, function: name }: { readonly file: string; readonly function: string },
  source: string,
): string {
  const lines = source.split('\n');
  const definition = lines.findIndex((line) => new RegExp(`^\\s*def ${name}\\b`).test(line));
  if (definition < 0) return file;
  const above = lines.slice(0, definition);
  const decorator = above.findLastIndex((line) => /^\s*@/.test(line));
  const claim = above.findIndex((line, at) => at >= decorator && /\b(claim|contract)\s*=/.test(line));
  return `${file}:${(claim < 0 ? definition : claim) + 1}`;
}
