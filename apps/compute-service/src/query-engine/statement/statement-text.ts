/** Tokens of SQL text, as far as they determine where one piece ends and the next begins. */
interface Piece {
  readonly kind: 'space' | 'comment' | 'end' | 'other';
  readonly text: string;
}

/** The scanner of PostgreSQL, which DuckDB uses: a word is one token, so the `e` of `date'…'` starts no escape string. */
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
/** Comments may nest; text with a nested one is left as it is. */
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
 * The statement with normalised white space: a run of it becomes one line break if it contains one (between two
 * literals that joins them, so it must not become a blank), else one blank. Comments stay, with what is around them.
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

/** The statement without its final `;`, so that it can be nested in another. */
export function withoutEnd(sql: string): string {
  if (NESTED.test(sql)) return sql;
  return piecesOf(sql)
    .map((piece) => (piece.kind === 'end' ? ' ' : piece.text))
    .join('');
}

const EXPLAIN = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/)*explain\b/i;

/** What follows EXPLAIN, or null for a statement that does not start with it. */
export function explainedBy(sql: string): string | null {
  const explain = EXPLAIN.exec(sql);
  return explain === null ? null : sql.slice(explain[0].length);
}
