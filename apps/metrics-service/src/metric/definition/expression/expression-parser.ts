import { closestName, quotedList } from '@svc/closest-name';

/** A parsed expression, before its names are resolved. */
export type Syntax =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'call'; readonly name: CallName; readonly args: readonly Syntax[] };

const FUNCTIONS = ['coalesce', 'nullif', 'abs', 'round', 'floor', 'ceil', 'greatest', 'least'] as const;
export type FunctionName = (typeof FUNCTIONS)[number];
export type CallName = FunctionName | '+' | '-' | '*' | '/' | 'negate';

/** The number of arguments of each function. */
const ARITY: Readonly<Record<FunctionName, readonly [least: number, most: number]>> = {
  coalesce: [2, 10],
  greatest: [2, 10],
  least: [2, 10],
  nullif: [2, 2],
  abs: [1, 1],
  round: [1, 2],
  floor: [1, 1],
  ceil: [1, 1],
};

export type ParseResult =
  { readonly ok: true; readonly syntax: Syntax } | { readonly ok: false; readonly message: string };

/** A double represents fifteen digits exactly. */
const TOKEN = /\s*(?:(\d{1,15}(?:\.\d{1,12})?(?![\w.]))|([a-z][a-z0-9_]*)|([-+*/(),]))/y;
const MAX_DEPTH = 32;

/**
 * `expression := term (('+' | '-') term)*`, `term := factor (('*' | '/') factor)*`, `factor := '-' factor | number |
 * name | function '(' expression (',' expression)* ')' | '(' expression ')'`. A refusal says where it stopped.
 */
export function parseExpression(text: string): ParseResult {
  try {
    return { ok: true, syntax: new Parser(tokensOf(text)).parse() };
  } catch (error) {
    if (error instanceof SyntaxRefused) return { ok: false, message: error.message };
    throw error;
  }
}

class SyntaxRefused extends Error {}

interface Token {
  readonly kind: 'number' | 'name' | 'sign';
  readonly text: string;
  /** Counted from 1, for people. */
  readonly at: number;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null) {
      const at = from + (text.slice(from).length - text.slice(from).trimStart().length);
      throw new SyntaxRefused(
        `cannot be read from "${text.slice(at, at + 20)}" (character ${at + 1}): metric names are lower-case, numbers plain digits, operators + - * /`,
      );
    }
    const [, number, name, sign] = match;
    const found = number ?? name ?? sign ?? '';
    tokens.push({
      kind: number !== undefined ? 'number' : name !== undefined ? 'name' : 'sign',
      text: found,
      at: TOKEN.lastIndex - found.length + 1,
    });
  }
  return tokens;
}

class Parser {
  private position = 0;
  private depth = 0;

  constructor(private readonly tokens: readonly Token[]) {}

  parse(): Syntax {
    const syntax = this.sum();
    const rest = this.tokens[this.position];
    if (rest !== undefined)
      throw new SyntaxRefused(
        `"${rest.text}" at character ${rest.at} is unexpected; an operator may be missing before it`,
      );
    return syntax;
  }

  private sum(): Syntax {
    return this.chain(['+', '-'], () => this.chain(['*', '/'], () => this.factor()));
  }

  private chain(operators: readonly ('+' | '-' | '*' | '/')[], operand: () => Syntax): Syntax {
    let left = operand();
    for (;;) {
      const name = operators.find((it) => this.takes(it));
      if (name === undefined) return left;
      left = { kind: 'call', name, args: [left, operand()] };
    }
  }

  private factor(): Syntax {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new SyntaxRefused(`is nested deeper than ${MAX_DEPTH}`);
    const syntax = this.unguarded();
    this.depth -= 1;
    return syntax;
  }

  private unguarded(): Syntax {
    if (this.takes('-')) return { kind: 'call', name: 'negate', args: [this.factor()] };
    if (this.takes('(')) {
      const inner = this.sum();
      this.wants(')');
      return inner;
    }
    const token = this.tokens[this.position];
    if (token === undefined) throw new SyntaxRefused('ends where a metric, a number or "(" should follow');
    if (token.kind === 'sign')
      throw new SyntaxRefused(`has "${token.text}" at character ${token.at} where a metric, a number or "(" should be`);
    this.position += 1;
    if (token.kind === 'number') return { kind: 'number', text: token.text };
    return this.takes('(') ? this.call(token) : { kind: 'name', name: token.text };
  }

  private call(token: Token): Syntax {
    const name = FUNCTIONS.find((it) => it === token.text);
    if (name === undefined) {
      const near = closestName(token.text, FUNCTIONS);
      throw new SyntaxRefused(
        `there is no function "${token.text}"; ${near === null ? '' : `did you mean "${near}"? `}Functions: ${quotedList(FUNCTIONS)}`,
      );
    }
    const args = [this.sum()];
    while (this.takes(',')) args.push(this.sum());
    this.wants(')');
    const [least, most] = ARITY[name];
    if (args.length < least || args.length > most)
      throw new SyntaxRefused(
        `"${name}" takes ${least === most ? least : `${least} to ${most}`} values, not ${args.length}`,
      );
    return { kind: 'call', name, args };
  }

  private takes(sign: string): boolean {
    const token = this.tokens[this.position];
    if (token?.kind !== 'sign' || token.text !== sign) return false;
    this.position += 1;
    return true;
  }

  private wants(sign: string): void {
    if (this.takes(sign)) return;
    const token = this.tokens[this.position];
    throw new SyntaxRefused(
      token === undefined
        ? `ends where "${sign}" should follow`
        : `has "${token.text}" at character ${token.at} where "${sign}" should be`,
    );
  }
}
