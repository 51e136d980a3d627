/** What SQL text is made of, as far as it matters where one piece ends and the next begins. */
interface Piece {
  readonly kind: 'space' | 'comment' | 'end' | 'other';
  readonly text: string;
}

/** The scanner of PostgreSQL, which DuckDB's is: a word is taken whole, so that the `e` of `date'…'` starts no escape string. */
const PIECE = new RegExp(
  [
    String.raw`(?<space>[ \t\r\n\f\v]+)`,
    String.raw`(?<comment>--[^\n]*|/\*[\s\S]*?\*/)`,
    String.raw`(?<end>;)`,
    String.raw`[eE]'(?:\\[\s\S]|''|[^'\\])*'`,
    String.raw`'(?:''|[^'])*'`,
    String.raw`"(?:""|[^"])*"`,
    String.raw`\$(?<tag>[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\k<tag>\$`,
    String.raw`[\w\u0080-\uffff][\w$\u0080-\uffff]*`,
    String.raw`[\s\S]`,
  ].join('|'),
  'g',
);
/** Comments may hold comments; where one does, the text is left as it is. */
const NESTED = /\/\*(?:(?!\*\/)[\s\S])*\/\*/;

function piecesOf(sql: string): Piece[] {
  return Array.from(sql.matchAll(PIECE), ({ 0: text, groups }): Piece => {
    const kind =
      groups?.['space'] !== undefined
        ? 'space'
        : groups?.['comment'] !== undefined
          ? 'comment'
          : groups?.['end'] !== undefined
            ? 'end'
            : 'other';
    return { kind, text };
  });
}

/**
 * The same statement in one spelling of its white space: a run of it is one line break where it holds one (between two
 * literals that makes them one literal, so it is not a blank), else one blank. Comments stay, with what is around them.
 */
export function oneSpelling(sql: string): string {
  if (NESTED.test(sql)) return sql;
  const pieces = piecesOf(sql);
  const text = pieces.map((piece, at) => {
    const besideComment = pieces[at - 1]?.kind === 'comment' || pieces[at + 1]?.kind === 'comment';
    if (piece.kind !== 'space' || besideComment) return piece.text;
    return piece.text.includes('\n') ? '\n' : ' ';
  });
  return text.join('').trim();
}

/** The statement without the `;` that ends it, so that it can stand inside another. */
export function withoutEnd(sql: string): string {
  if (NESTED.test(sql)) return sql;
  return piecesOf(sql)
    .map((piece) => (piece.kind === 'end' ? ' ' : piece.text))
    .join('');
}
