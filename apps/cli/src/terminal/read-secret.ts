import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

export interface SecretInput {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WritableStream;
}

/**
 * A secret that stands in no history and no list of processes: typed without being shown, or, where standard input is no
 * terminal, all of it without the line break that ends it. Null when whoever was asked stopped instead.
 */
export async function readSecret(question: string, { stdin, stderr }: SecretInput): Promise<string | null> {
  if (stdin.isTTY) return typed(question, stdin, stderr);
  const parts: string[] = [];
  for await (const part of stdin.setEncoding('utf8')) parts.push(String(part));
  return parts.join('').replace(/\r?\n$/, '');
}

async function typed(
  question: string,
  input: NodeJS.ReadStream,
  stderr: NodeJS.WritableStream,
): Promise<string | null> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  // Only now: from here on the terminal shows nothing of what is typed.
  stderr.write(question);
  try {
    return await new Promise((resolve) => {
      for (const end of ['SIGINT', 'close'] as const) lines.once(end, () => resolve(null));
      lines.question('', resolve);
    });
  } finally {
    lines.close();
    stderr.write('\n');
  }
}
