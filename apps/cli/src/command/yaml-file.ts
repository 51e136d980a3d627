import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { didYouMean } from '@svc/closest-name';
import { issueText } from '@svc/contracts';
import { readText } from './read-text';
import { CommandError } from './usage-error';

/** The known keys at a position of the file, for suggestions. */
export type KnownKeys = (path: readonly PropertyKey[]) => readonly string[];

/** A YAML file whose errors name their line. */
export class YamlFile {
  readonly value: unknown;

  private constructor(
    private readonly shownAs: string,
    private readonly document: Document,
    private readonly lines: LineCounter,
  ) {
    this.value = document.toJS();
  }

  static read(path: string, shownAs: string): YamlFile {
    const lines = new LineCounter();
    const document = parseDocument(readText(path, shownAs), { lineCounter: lines, prettyErrors: false });
    if (document.errors.length > 0)
      throw new CommandError(
        document.errors.map((it) => `${shownAs}:${lines.linePos(it.pos[0]).line}: ${it.message}`).join('\n'),
      );
    return new YamlFile(shownAs, document, lines);
  }

  /** The entries of a file with a list, or its only one. */
  entries(): readonly { readonly value: unknown; readonly at: readonly PropertyKey[] }[] {
    return Array.isArray(this.value)
      ? this.value.map((value: unknown, index) => ({ value, at: [index] }))
      : [{ value: this.value, at: [] }];
  }

  /**
   * A value of the file by its schema, or all errors in it. An unknown key is an error too: a typo
   * that is ignored looks like a setting without effect.
   */
  parse<S extends z.ZodType>(schema: S, value: unknown, at: readonly PropertyKey[], known: KnownKeys): z.output<S> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    throw new CommandError(parsed.error.issues.flatMap((issue) => this.complaints(issue, at, known)).join('\n'));
  }

  /** `svc.yaml:7`. */
  place(path: readonly PropertyKey[]): string {
    return `${this.shownAs}:${this.lines.linePos(positionOf(this.document, path)).line}`;
  }

  private complaints(issue: z.core.$ZodIssue, at: readonly PropertyKey[], known: KnownKeys): string[] {
    const path = [...at, ...issue.path];
    if (issue.code !== 'unrecognized_keys') return [`${this.place(path)}: ${pathText(path)}${issueText(issue)}`];
    return issue.keys.map(
      (key) =>
        `${this.place([...path, key])}: "${key}" is not a known key${isTornText(key) ? TORN : suggestion(key, known(path))}`,
    );
  }
}

function pathText(path: readonly PropertyKey[]): string {
  const text = path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
  return text === '' ? '' : `${text}: `;
}

function suggestion(key: string, known: readonly string[]): string {
  return `${didYouMean(key, known) || '.'} Keys: ${known.join(', ')}`;
}

const TORN = ': in braces a text ends at a comma, so a text with a comma needs quotes';

/** The part after a comma in `{ expression: coalesce(a, 0) }`, which YAML reads as a key of its own. */
function isTornText(key: string): boolean {
  return /[^\w$-]/.test(key);
}

/** The position of a value in the text; of a missing one, that of its parent. */
function positionOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let position = 0;
  for (const part of path) {
    const pair = isMap(node) ? node.items.find((it) => isScalar(it.key) && it.key.value === part) : undefined;
    const next: unknown = isSeq(node) ? node.items[Number(part)] : pair?.value;
    const start = isSeq(node) ? next : pair?.key;
    if (!isNode(start)) return position;
    position = start.range?.[0] ?? position;
    node = next;
  }
  return position;
}
